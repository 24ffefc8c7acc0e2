/// What an adapter does with `url`, the engine's key that says what is read.
///
/// A ``DocumentAdapter`` needs none of this: its `url` is an address or the path of a file, and must be there.
public enum LocationUse: Sendable, Hashable {
    /// It knows by itself what stands there, if anything does.
    case free
    /// It asks the address there, which must be one.
    case address
    /// It asks the address there unless the option of this name says what is read; one of them must be there.
    case addressOrOption(String)
}
