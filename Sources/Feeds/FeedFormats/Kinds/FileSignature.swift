import FeedText

/// Kinds of files that their first bytes give away.
enum FileSignature {
    /// What a file is, with its article; nil for text and for what nobody has heard of.
    static func name(of bytes: Span<UInt8>) -> String? {
        if let name = nameOfContainer(bytes) { return name }
        return signatures.first { signature in
            bytes.count >= signature.bytes.count
                && signature.bytes.indices.allSatisfy { bytes[$0] == signature.bytes[$0] }
        }?.name
    }
}

// MARK: - Private

extension FileSignature {
    private struct Signature {
        var bytes: [UInt8]
        var name: String

        init(_ bytes: [UInt8], _ name: String) {
            self.bytes = bytes
            self.name = name
        }

        init(_ text: String, _ name: String) {
            self.init(Array(text.utf8), name)
        }
    }

    /// Files whose first bytes alone are not enough: containers of many things, and marks that a text may begin with.
    private static func nameOfContainer(_ bytes: Span<UInt8>) -> String? {
        if bytes.starts(with: "BZh"), bytes.starts(with: "1AY&SY", at: 4) { return "a bzip2 archive" }
        if bytes.starts(with: "ID3"), bytes.count > 3, bytes[3] < 0x20 { return "an MP3 audio file" }
        if bytes.starts(with: "RIFF") {
            if bytes.starts(with: "WEBP", at: 8) { return "a WebP image" }
            if bytes.starts(with: "WAVE", at: 8) { return "a WAV audio file" }
            if bytes.starts(with: "AVI ", at: 8) { return "an AVI video" }
        }
        if bytes.starts(with: "ftyp", at: 4) {
            if bytes.starts(with: "avi", at: 8) { return "an AVIF image" }
            if bytes.starts(with: "hei", at: 8) || bytes.starts(with: "mif1", at: 8) { return "a HEIF image" }
            return bytes.starts(with: "M4A", at: 8) ? "an MPEG-4 audio file" : "an MPEG-4 video"
        }
        if bytes.starts(with: "mimetypeapplication/epub+zip", at: 30) { return "an EPUB book" }
        return nil
    }

    private static let signatures = [
        Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG image"),
        Signature([0xFF, 0xD8, 0xFF], "a JPEG image"),
        Signature("GIF87a", "a GIF image"),
        Signature("GIF89a", "a GIF image"),
        Signature([0x49, 0x49, 0x2A, 0x00], "a TIFF image"),
        Signature([0x4D, 0x4D, 0x00, 0x2A], "a TIFF image"),
        Signature([0x00, 0x00, 0x01, 0x00], "an icon"),
        Signature("%PDF-", "a PDF document"),
        Signature("%!PS", "a PostScript document"),
        Signature([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        Signature([0x50, 0x4B, 0x05, 0x06], "a ZIP archive"),
        Signature([0x1F, 0x8B], "a gzip archive"),
        Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an xz archive"),
        Signature([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
        Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive"),
        Signature([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "a RAR archive"),
        // Not FF FE and FF FF: the first is the byte order mark of UTF-16.
        Signature([0xFF, 0xFB], "an MP3 audio file"),
        Signature([0xFF, 0xF3], "an MP3 audio file"),
        Signature([0xFF, 0xF2], "an MP3 audio file"),
        Signature([0xFF, 0xF1], "an AAC audio file"),
        Signature([0xFF, 0xF9], "an AAC audio file"),
        Signature("OggS", "an Ogg audio file"),
        Signature("fLaC", "a FLAC audio file"),
        Signature([0x1A, 0x45, 0xDF, 0xA3], "a Matroska video"),
        Signature("SQLite format 3\u{0}", "an SQLite database"),
        Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ]
}
