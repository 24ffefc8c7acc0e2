import CLibXML2
import Glibc

/// The one owner of a libxml2 push parser context.
///
/// It is given well-formed, bounded text only (`XMLRepairer`); external entities, networks and encodings are out of
/// its sight. Its callbacks fill a buffer, which the driver empties behind each chunk.
@safe struct LibXML2Parser: ~Copyable {
    /// Bytes per push: 16 to 64 KB is fastest.
    static var chunkSize: Int { 32 << 10 }

    private let context: xmlParserCtxtPtr
    private let session: LibXML2Session

    /// A parser, or nil if there is no memory for one.
    init?() {
        let session = LibXML2Session()
        var handler = unsafe xmlSAXHandler()
        unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
        unsafe handler.startElementNs = libXML2StartElement
        unsafe handler.endElementNs = libXML2EndElement
        unsafe handler.characters = libXML2Characters
        unsafe handler.ignorableWhitespace = libXML2Characters
        unsafe handler.cdataBlock = libXML2Characters
        unsafe handler.serror = libXML2Error
        let user = unsafe Unmanaged.passUnretained(session).toOpaque()
        guard let context = unsafe xmlCreatePushParserCtxt(&handler, user, nil, 0, nil) else { return nil }
        // References in attributes arrive resolved with NOENT only; there are no entities left to expand.
        let options =
            XML_PARSE_RECOVER.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue
            | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        unsafe xmlCtxtUseOptions(context, Int32(options))
        unsafe session.context = context
        unsafe self.context = unsafe context
        self.session = session
    }

    deinit {
        if let document = unsafe context.pointee.myDoc { unsafe xmlFreeDoc(document) }
        unsafe xmlFreeParserCtxt(context)
    }

    /// Parses all of a text.
    /// - Parameters:
    ///   - text: well-formed UTF-8.
    ///   - events: called behind each chunk with what it brought; returns whether to go on.
    /// - Returns: what libxml2 found wrong: the offset and its words.
    func parse(_ text: Span<UInt8>, events: (borrowing XMLEventBuffer) -> Bool) -> (offset: Int, message: String)? {
        var position = 0
        while position < text.count {
            let end = min(position + LibXML2Parser.chunkSize, text.count)
            push(text.extracting(position..<end), isLast: end == text.count)
            position = end
            let goesOn = events(session.buffer)
            session.buffer.removeAll()
            if !goesOn { break }
        }
        return session.firstError
    }

    private func push(_ chunk: Span<UInt8>, isLast: Bool) {
        unsafe chunk.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                _ = unsafe xmlParseChunk(context, characters.baseAddress, Int32(characters.count), isLast ? 1 : 0)
            }
        }
    }
}

/// What libxml2's callbacks work on.
@safe private final class LibXML2Session {
    var buffer = XMLEventBuffer()
    var firstError: (offset: Int, message: String)?
    /// The parser that calls; it outlives every call.
    var context: xmlParserCtxtPtr?

    /// The offset that the parser has reached.
    var offset: Int {
        guard let input = unsafe context?.pointee.input else { return 0 }
        return unsafe Int(clamping: input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
    }

    func append(_ string: UnsafePointer<xmlChar>, count: Int) {
        unsafe buffer.bytes.append(contentsOf: UnsafeBufferPointer(start: string, count: count))
    }

    func append(_ string: UnsafePointer<xmlChar>) {
        unsafe append(string, count: strlen(UnsafeRawPointer(string).assumingMemoryBound(to: CChar.self)))
    }

    func append(prefix: UnsafePointer<xmlChar>?, local: UnsafePointer<xmlChar>) {
        if let prefix = unsafe prefix {
            unsafe append(prefix)
            buffer.bytes.append(UInt8(ascii: ":"))
        }
        unsafe append(local)
    }
}

private func session(_ user: UnsafeMutableRawPointer) -> LibXML2Session {
    unsafe Unmanaged<LibXML2Session>.fromOpaque(user).takeUnretainedValue()
}

private let libXML2StartElement: startElementNsSAX2Func = {
    user, local, prefix, _, namespaceCount, namespaces, attributeCount, _, attributes in
    guard let user = unsafe user, let local = unsafe local else { return }
    let session = unsafe session(user)
    unsafe session.append(prefix: prefix, local: local)
    session.buffer.close(.tag, at: session.offset)
    for index in 0..<Int(namespaceCount) {
        guard let namespaces = unsafe namespaces else { break }
        session.buffer.bytes.append("xmlns")
        if let declared = unsafe namespaces[index * 2] {
            session.buffer.bytes.append(UInt8(ascii: ":"))
            unsafe session.append(declared)
        }
        session.buffer.close(.attributeName)
        if let uri = unsafe namespaces[index * 2 + 1] { unsafe session.append(uri) }
        session.buffer.close(.attributeValue)
    }
    for index in 0..<Int(attributeCount) {
        guard let attributes = unsafe attributes, let name = unsafe attributes[index * 5],
            let value = unsafe attributes[index * 5 + 3], let end = unsafe attributes[index * 5 + 4]
        else { break }
        unsafe session.append(prefix: attributes[index * 5 + 1], local: name)
        session.buffer.close(.attributeName)
        unsafe session.append(value, count: end - value)
        session.buffer.close(.attributeValue)
    }
    session.buffer.close(.tagEnd)
}

private let libXML2EndElement: endElementNsSAX2Func = { user, _, _, _ in
    guard let user = unsafe user else { return }
    unsafe session(user).buffer.close(.end)
}

private let libXML2Characters: charactersSAXFunc = { user, characters, count in
    guard let user = unsafe user, let characters = unsafe characters else { return }
    let session = unsafe session(user)
    unsafe session.append(characters, count: Int(count))
    session.buffer.close(.text)
}

private let libXML2Error: xmlStructuredErrorFunc = { user, error in
    guard let user = unsafe user, let error = unsafe error else { return }
    let session = unsafe session(user)
    // A prefix that isn't declared is none of libxml2's business: the dispatcher resolves names.
    guard session.firstError == nil, unsafe error.pointee.domain != XML_FROM_NAMESPACE.rawValue else { return }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown error"
    session.firstError = (session.offset, message)
}
