/// Counts how deep a parser would nest the tags that are written, so that no tag goes too deep.
///
/// gumbo's time grows with the number of tags times the depth, and a formatting element that is never closed comes back
/// in every block. This follows the same rules (HTML §13.2.6.4.7 to §13.2.6.4.15) on a list of what may still be open;
/// where an end tag might not close what it names, the element stays in the list: it is never too short by more than the
/// rows and row groups that a parser adds.
struct HTMLNesting {
    /// An element that may be open.
    private struct Entry {
        var name: HTMLName
        var role: HTMLRole
        /// The same for formatting elements with the same attributes.
        var signature: Int
        /// False for a formatting element whose block has ended: it comes back in the next one.
        var isOpen = true
    }

    private static let deepest = 256
    private static let mostFormatting = 16
    private static let mostTangles = 20_000

    private var entries: [Entry] = []
    private var formattingCount = 0
    private var paragraphCount = 0
    /// How many start tags of a name were left out whose end tags are to come.
    private var omitted: [HTMLName: Int] = [:]
    private var tangles = 0

    /// Whether formatting elements come back so often that they are better left out of the whole document.
    var isTangled: Bool { tangles > HTMLNesting.mostTangles }

    /// Whether text at this place belongs to a link.
    var isInAnchor: Bool { entries.contains { $0.role.contains(.anchor) } }

    /// Takes in a start tag; false if it has to be left out.
    mutating func begin(_ name: HTMLName, role: HTMLRole, signature: Int) -> Bool {
        closeBefore(role)
        if !role.isDisjoint(with: [.rowGroup, .row, .cell, .caption]) {
            // Outside a table a parser passes over the tag.
            guard let context = nearest(HTMLNesting.context(of: role), within: []) else { return true }
            close(from: context + 1)
        }
        let isFormatting = role.contains(.formatting)
        let isTooDeep =
            isFormatting
            ? formattingCount >= HTMLNesting.mostFormatting
            : entries.count - formattingCount >= HTMLNesting.deepest
        if isTooDeep {
            omitted[name, default: 0] += 1
            return false
        }
        if isFormatting { formattingCount += 1 }
        if role.contains(.paragraph) { paragraphCount += 1 }
        entries.append(Entry(name: name, role: role, signature: signature))
        return true
    }

    /// Takes in the start tag of an element that has no end.
    mutating func passVoid(role: HTMLRole) { closeBefore(role) }

    /// Takes in an end tag; false if it has to be left out.
    mutating func end(_ name: HTMLName, role: HTMLRole) -> Bool {
        if let count = omitted[name], count > 0 {
            omitted[name] = count - 1
            return false
        }
        if role.contains(.formatting) {
            endFormatting(name)
        } else if let place = startOfElement(ending: name, role: role) {
            close(from: place)
        }
        return true
    }
}

extension HTMLNesting {
    /// Closes what the start tag of an element ends.
    private mutating func closeBefore(_ role: HTMLRole) {
        closeItem(.listItem, before: role)
        closeItem(.description, before: role)
        if paragraphCount > 0, role.contains(.closesParagraph), let paragraph = nearest(.paragraph, within: .scope) {
            close(from: paragraph)
        }
        if role.contains(.heading), let last = entries.lastIndex(where: \.isOpen),
            entries[last].role.contains(.heading)
        {
            close(from: last)
        }
        if role.contains(.table), let outer = nearest(.scope, within: []), entries[outer].role.contains(.table) {
            close(from: outer)
        }
        if role.contains(.rubyPart) {
            while let last = entries.last, last.role.contains(.rubyPart) { close(from: entries.count - 1) }
        }
        if role.contains(.anchor) { endFormatting(HTMLName("a")) }
    }

    /// Closes an item that the next one ends, if nothing but paragraphs and plain blocks are in it.
    private mutating func closeItem(_ item: HTMLRole, before role: HTMLRole) {
        guard role.contains(item) else { return }
        let stop = nearest { open in
            open.contains(item) || (open.contains(.special) && open.isDisjoint(with: [.paragraph, .transparent]))
        }
        if let stop, entries[stop].role.contains(item) { close(from: stop) }
    }

    /// The innermost of these that the part of a table is put into, after what is in it has been closed.
    private static func context(of role: HTMLRole) -> HTMLRole {
        if role.contains(.cell) { return [.row, .rowGroup, .table] }
        return role.contains(.row) ? [.rowGroup, .table] : .table
    }

    private func nearest(where matches: (HTMLRole) -> Bool) -> Int? {
        entries.lastIndex { matches($0.role) }
    }

    /// The last entry with one of the roles; nil if one with a role of `boundary` lies behind it.
    private func nearest(_ role: HTMLRole, within boundary: HTMLRole) -> Int? {
        guard let place = nearest(where: { !$0.isDisjoint(with: role.union(boundary)) }) else { return nil }
        return entries[place].role.isDisjoint(with: role) ? nil : place
    }

    /// The entry that the end tag of an element surely closes.
    private func startOfElement(ending name: HTMLName, role: HTMLRole) -> Int? {
        if role.contains(.heading) { return nearest(.heading, within: .scope) }
        var boundary: HTMLRole = role.contains(.special) ? .scope : .special
        if !role.isDisjoint(with: [.table, .rowGroup, .row, .cell, .caption]) { boundary = .table }
        if role.contains(.listItem) { boundary.formUnion(.list) }
        guard let place = entries.lastIndex(where: { $0.name == name || !$0.role.isDisjoint(with: boundary) }) else {
            return nil
        }
        return entries[place].name == name ? place : nil
    }

    /// Takes an end tag by the rules for misnested formatting (HTML §13.2.6.4.7, the adoption agency algorithm).
    private mutating func endFormatting(_ name: HTMLName) {
        let found = entries.lastIndex { $0.name == name || !$0.role.isDisjoint(with: .scope) }
        guard let found, entries[found].name == name else { return }
        let blocks = entries[found...].count { $0.role.contains(.special) }
        if blocks > 0 { tangles += 16 }
        // Behind more than seven blocks, a copy of the element stays.
        guard blocks < 8 else { return }
        entries.remove(at: found)
        formattingCount -= 1
        if blocks == 0 { close(from: found) }
    }

    /// Closes an element and all in it; formatting elements, but for those in a cell, come back later.
    private mutating func close(from start: Int) {
        let closed = entries[start...]
        let cell = closed.firstIndex { !$0.role.isDisjoint(with: [.cell, .caption]) } ?? closed.endIndex
        var returning = closed[..<cell].filter { $0.role.contains(.formatting) }
        formattingCount -= closed.count { $0.role.contains(.formatting) }
        paragraphCount -= closed.count { $0.role.contains(.paragraph) }
        entries.removeSubrange(start...)
        for index in returning.indices {
            returning[index].isOpen = false
            let signature = returning[index].signature
            let same = entries.indices.filter { !entries[$0].isOpen && entries[$0].signature == signature }
            // A parser remembers three of a kind.
            if same.count == 3 {
                entries.remove(at: same[0])
                formattingCount -= 1
            }
            entries.append(returning[index])
            formattingCount += 1
        }
        if formattingCount > 0 { tangles += entries.count { !$0.isOpen } }
    }
}
