/// What the names of columns mean.
enum HeaderWords {
    /// A header's name in the form in which names are compared: no case, no blanks, no brackets with a unit.
    static func normalized(_ name: String) -> String {
        var text = name.trimmingBlanks.lowercased()
        for unit in ["(원)", "(krw)", "[원]", "(won)"] where text.hasSuffix(unit) { text.removeLast(unit.count) }
        return String(text.filter { !$0.isWhitespace && $0 != "_" })
    }

    /// The role of a column of entries; nil when the name says nothing.
    static func transactionRole(_ name: String) -> ColumnRole? { transactionRoles[normalized(name)] }

    /// The role of a column of a collection's items; nil when the name says nothing.
    static func collectionRole(_ name: String) -> ColumnRole? { collectionRoles[normalized(name)] }

    private static func table(_ entries: [(ColumnRole, [String])]) -> [String: ColumnRole] {
        var table: [String: ColumnRole] = [:]
        for (role, names) in entries {
            for name in names { table[normalized(name)] = role }
        }
        return table
    }

    private static let transactionRoles = table([
        (
            .date,
            [
                "거래일시", "거래일자", "거래일", "날짜", "일자", "이용일", "이용일자", "이용일시", "승인일", "승인일자", "승인일시", "사용일",
                "date", "period", "transaction date", "posted date", "posting date", "booking date", "datum",
            ]
        ),
        (.time, ["거래시간", "거래시각", "시간", "시각", "승인시간", "이용시간", "time"]),
        (
            .outgoing,
            [
                "출금액", "출금", "출금금액", "찾으신금액", "지급금액", "지급액", "debit", "withdrawal", "withdrawals", "out", "money out",
                "paid out", "outflow", "debit amount",
            ]
        ),
        (
            .incoming,
            [
                "입금액", "입금", "입금금액", "맡기신금액", "credit", "deposit", "deposits", "in", "money in", "paid in", "inflow",
                "credit amount",
            ]
        ),
        (
            .amount,
            [
                "거래금액", "금액", "이용금액", "승인금액", "사용금액", "결제금액", "amount", "value", "sum", "betrag", "transaction amount",
            ]
        ),
        (.kind, ["구분", "거래구분", "입출금구분", "타입", "수입/지출", "type", "income/expense", "kind", "transaction type"]),
        (
            .text,
            [
                "내용", "기재내용", "거래내용", "적요내용", "가맹점", "가맹점명", "이용가맹점", "사용처", "이용처", "거래처", "상대", "보낸분/받는분",
                "의뢰인/수취인", "payee", "description", "merchant", "name", "details", "narrative", "note", "text", "텍스트",
            ]
        ),
        (.note, ["메모", "적요", "비고", "거래메모", "memo", "notes", "reference", "info"]),
        (.category, ["분류", "대분류", "카테고리", "category"]),
        (.subcategory, ["소분류", "subcategory", "sub category"]),
        (.currency, ["화폐", "통화", "통화코드", "currency", "currency code"]),
        (
            .payment,
            ["자산", "결제수단", "결제 수단", "카드", "카드명", "계좌", "계좌명", "account", "accounts", "payment", "payment method"]
        ),
        (.balance, ["잔액", "거래후잔액", "거래 후 잔액", "거래후 잔액", "남은금액", "balance", "running balance"]),
    ])

    private static let collectionRoles = table([
        (.name, ["이름", "명칭", "품명", "품목", "항목", "한글이름", "한글 이름", "한국어", "name", "title", "item", "product name"]),
        (.englishName, ["영문 이름", "영어 이름", "영문명", "영어", "english", "english name", "name (en)"]),
        (.group, ["분류", "그룹", "종류", "세트", "시리즈", "group", "category", "set", "series"]),
        (.number, ["번호", "넘버", "no", "no.", "num", "number", "#", "card number"]),
        (.variant, ["종", "변형", "색", "색상", "버전", "variant", "variation", "variance", "color", "colour"]),
        (.owned, ["보유", "보유여부", "보유 여부", "소유", "owned", "have", "got", "collected", "own"]),
        (.quantity, ["수량", "개수", "갯수", "quantity", "qty", "count"]),
        (.note, ["메모", "비고", "note", "notes", "memo"]),
    ])
}
