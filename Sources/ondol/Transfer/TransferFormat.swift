/// The form of exports, for the help of both commands.
enum TransferFormat {
    /// The value of `format` in JSON.
    static let mark = "ondol export"
    /// Grows when an older tool could not read the form any more.
    static let version = 1
    /// The name of the column and key that holds an object's ID.
    static let objectID = "objectID"

    static let help = """
          An object is known by Entity/pN, N being its key in the store that was exported; relationships name the
          objects they lead to by these IDs. Values:

            Integer, Boolean, Double, Float   as JSON writes them; infinite ones as "Infinity" and "-Infinity"
            Decimal                           a string of digits: "12.30"
            String                            the text
            Date                              ISO 8601 in UTC with as many digits as the stored number has, so that
                                              nothing is rounded; outside the years 1 to 9999 seconds since 2001
            UUID, URI                         the usual text
            Binary                            base64, also of values that lie in external files
            Transformable                     base64 of the stored bytes, which are not interpreted
            nil                               JSON: the key is left out; CSV: an empty field (an empty text is "";
                                              in a file with one column, where its line would be empty, nil is "" too)

          JSON is one object with format ("ondol export"), version (1), store (UUID), model (version checksum) and
          objects (an array; needed); each of them
          has objectID, attributes and relationships, on one line. Relationships to many are arrays, in order where the
          relationship is ordered. CSV is one file for each entity, in UTF-8 with a header: objectID, the attributes,
          the relationships to one, the relationships to many with IDs separated by spaces. Derived attributes are
          left out; the store computes them.
        """
}
