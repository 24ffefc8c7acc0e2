extension Schema {
    /// Schema 3: what `first_fetch` leaves of the entries that were held at a first contact.
    static let firstContacts = """
        ALTER TABLE contact ADD COLUMN seen_before INTEGER NOT NULL DEFAULT 0;  -- smaller numbers were there
        ALTER TABLE contact ADD COLUMN room INTEGER;    -- how many of those may still be delivered; NULL for all
        """
}
