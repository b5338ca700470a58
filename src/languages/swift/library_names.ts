/** Names of Swift's library that every file knows. */

/** Types. */
export const SWIFT_TYPES: readonly string[] =
  ("Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double Float80 Bool String Character Substring " +
    "Array Dictionary Set Optional Result Range ClosedRange PartialRangeFrom Any AnyObject AnyClass Void Never Error " +
    "Equatable Hashable Comparable Codable Encodable Decodable Encoder Decoder CodingKey Identifiable Sendable " +
    "CaseIterable RawRepresentable CustomStringConvertible CustomDebugStringConvertible ExpressibleByStringLiteral " +
    "ExpressibleByArrayLiteral ExpressibleByDictionaryLiteral ExpressibleByIntegerLiteral ExpressibleByNilLiteral " +
    "ExpressibleByBooleanLiteral Sequence Collection IteratorProtocol AsyncSequence AsyncIteratorProtocol " +
    "BidirectionalCollection RandomAccessCollection MutableCollection RangeReplaceableCollection OptionSet SetAlgebra " +
    "Numeric BinaryInteger FixedWidthInteger SignedInteger UnsignedInteger FloatingPoint StringProtocol " +
    "LosslessStringConvertible TextOutputStream KeyPath WritableKeyPath PartialKeyPath AnyKeyPath Mirror " +
    "ObjectIdentifier UnsafePointer UnsafeMutablePointer UnsafeRawPointer UnsafeMutableRawPointer " +
    "UnsafeBufferPointer UnsafeMutableBufferPointer UnsafeRawBufferPointer UnsafeMutableRawBufferPointer " +
    "OpaquePointer ArraySlice ContiguousArray AnySequence AnyIterator AnyHashable LazySequence Task TaskGroup " +
    "MainActor Actor AsyncStream AsyncThrowingStream CheckedContinuation StaticString Strideable Duration Clock " +
    "ContinuousClock Unicode").split(" ");

/** Functions. */
export const SWIFT_FUNCTIONS: readonly string[] =
  ("print debugPrint dump fatalError precondition preconditionFailure assert assertionFailure min max abs swap zip " +
    "type stride sequence repeatElement withUnsafePointer withUnsafeMutablePointer withUnsafeBytes " +
    "withUnsafeMutableBytes withExtendedLifetime unsafeBitCast unsafeDowncast numericCast isKnownUniquelyReferenced " +
    "withCheckedContinuation withCheckedThrowingContinuation withUnsafeContinuation withTaskGroup " +
    "withThrowingTaskGroup readLine").split(" ");

/** All of them. */
export const SWIFT_NAMES: ReadonlySet<string> = new Set([...SWIFT_TYPES, ...SWIFT_FUNCTIONS]);
