/// An encoder which turns a whole value into a form such as bytes.
public protocol TopLevelEncoder {
    /// The form produced.
    associatedtype Output

    /// Encodes a value.
    ///
    /// - Parameter value: The value.
    /// - Throws: The error of the encoder or of the value.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder which makes a whole value from a form such as bytes.
public protocol TopLevelDecoder {
    /// The form consumed.
    associatedtype Input

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type wanted.
    ///   - from: The encoded form.
    /// - Throws: The error of the decoder or of the type.
    func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
