import DaybookModel
import DaybookViewModels

/// Taking everything out: one archive, or a table at a time.
@MainActor
struct ExportPage {
    let model: ExportViewModel
    let context: PageContext

    func render() -> HTML {
        Layout(context: context, title: context.text(.export), place: .settings, areas: [.collections])() {
            Tag.div(.class("page-head")) {
                Tag.div {
                    Components.back(context, to: "/settings", .settings)
                    Tag.h1(text: context.text(.export))
                }
            }
            Tag.div(.class("stack narrow")) {
                Components.error(model.error, context)
                Tag.section(.class("card stack"), .labelledBy("whole-title")) {
                    Tag.h2(.id("whole-title"), text: context.text(.exportAll))
                    Tag.p(text: context.text(.exportAllText))
                    Tag.p(.class("hint"), text: context.text(.restoreHint))
                    Tag.div(.class("actions")) { download("/export/archive", .downloadAll, style: "primary") }
                }
                backups
                Tag.section(.class("card stack"), .labelledBy("tables-title")) {
                    Tag.h2(.id("tables-title"), text: context.text(.exportTables))
                    Tag.p(text: context.text(.exportTablesText))
                    Tag.ul(.class("link-list"), .id("tables"), Attribute("data-live", "true")) {
                        link("/export/entries", context.text(.accountBook))
                        link("/export/plans", context.text(.readingPlans))
                        link("/export/memos", context.text(.memos))
                        for collection in model.collections {
                            link(
                                Address.make(["export", "collections", collection.id.uuidString]),
                                collection.name(in: context.language))
                        }
                    }
                }
            }
        }
    }

    private var backups: HTML {
        Tag.section(.class("card stack"), .labelledBy("daily-title")) {
            Tag.h2(.id("daily-title"), text: context.text(.dailyBackups))
            Tag.p(text: context.text(.dailyBackupsText))
            if model.backups.isEmpty {
                Tag.p(.class("muted"), text: context.text(.noBackupYet))
            } else {
                Tag.ul(.class("list-plain"), .id("backups")) {
                    for backup in model.backups {
                        Tag.li {
                            Tag.div(.class("what")) {
                                Tag.p(text: backup.day.formatted(in: context.language))
                                Tag.p(.class("small muted path"), text: backup.folder)
                                Tag.p(
                                    .class("small muted"),
                                    text: context.text(
                                        .backupContents(
                                            Self.megabytes(backup.databaseBytes), photos: backup.photoCount)))
                            }
                        }
                    }
                }
            }
        }
    }

    /// With one decimal, and never zero for something.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = max(1, (bytes * 10 + 500_000) / 1_000_000)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func download(_ address: String, _ label: Phrase, style: String) -> HTML {
        Tag.a(.class("button \(style)"), .href(address), Attribute.flag("download")) {
            Icon.named("download")
            Tag.span(text: context.text(label))
        }
    }

    private func link(_ address: String, _ label: String) -> HTML {
        Tag.li {
            Tag.a(.href(address), Attribute.flag("download")) {
                Icon.named("download")
                Tag.span(text: "\(label) (CSV)")
            }
        }
    }
}
