/** The fields of one protobuf message, in order. Throws at the first invalid byte. */

export interface WireField {
  readonly number: number;
  /** Bytes for a string, a message or a list; a number for everything else. */
  readonly value: bigint | Uint8Array;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
const VARINT_LIMIT = 10;

export function* wireFields(bytes: Uint8Array): Generator<WireField> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let i = 0; i < VARINT_LIMIT; i++) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError("a number has more than ten bytes");
  };
  const skip = (length: number): number => {
    const start = at;
    if (length > bytes.length - start) throw new RangeError("a field is longer than its message");
    at += length;
    return start;
  };
  const read = (type: number): bigint | Uint8Array => {
    if (type === VARINT) return varint();
    if (type === FIXED64) return view.getBigUint64(skip(8), true);
    if (type === FIXED32) return BigInt(view.getUint32(skip(4), true));
    if (type !== BYTES) throw new RangeError(`unknown wire type ${type}`);
    const length = Number(varint());
    const start = skip(length);
    return bytes.subarray(start, start + length);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    yield { number: Math.floor(tag / 8), value: read(tag % 8) };
  }
}
