// Reads every JSON Feed that LIST names with Foundation's JSONDecoder, each into values, and counts the entries.
//
// usage: json-decoder LIST FOLDER
import Foundation

struct Feed: Decodable {
    struct Author: Decodable {
        var name, url, avatar: String?
    }

    struct Attachment: Decodable {
        var url, mime_type: String
        var title: String?
        var size_in_bytes: Int?
        var duration_in_seconds: Double?
    }

    struct Item: Decodable {
        var id: String
        var url, external_url, title, content_html, content_text, summary, image, banner_image: String?
        var date_published, date_modified, language: String?
        var authors: [Author]?
        var tags: [String]?
        var attachments: [Attachment]?
    }

    var title: String?
    var home_page_url, feed_url, description, icon, favicon, language: String?
    var authors: [Author]?
    var items: [Item]
}

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: json-decoder LIST FOLDER\n".utf8))
    exit(64)
}
let folder = CommandLine.arguments[2]
let decoder = JSONDecoder()
var (feeds, entries) = (0, 0)
for path in try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\n") {
    let feed = try decoder.decode(Feed.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")))
    feeds += 1
    entries += feed.items.count
}
print("feeds=\(feeds) entries=\(entries)")
