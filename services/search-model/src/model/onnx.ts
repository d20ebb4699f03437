/** Of ONNX's tensors, by the numbers of its format. */
export const ONNX_TYPES = { float: 1, uint8: 2, int64: 7 } as const;

export interface OnnxTensor {
  readonly name: string;
  readonly type: keyof typeof ONNX_TYPES;
  readonly dims: readonly number[];
  readonly data: Float32Array | Uint8Array | BigInt64Array;
}

type Attribute = number | readonly number[];

export interface OnnxNode {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** A number with a point is one of floats by its name alone, see {@link FLOATS}. */
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

export interface OnnxGraph {
  readonly input: string;
  readonly output: string;
  /** Dimensions; a string stands for a dimension that is known at run time. */
  readonly dims: readonly (number | string)[];
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxTensor[];
}

/** The first version with all used operators, because of Gelu. */
const OPERATIONS_VERSION = 20;
const FORMAT_VERSION = 9;
/** Attributes that are floats; all others used here are whole numbers. */
const FLOATS = new Set(['epsilon']);
const ATTRIBUTE_TYPES = { float: 1, int: 2, ints: 7 } as const;

/** A graph in ONNX's format, which is protocol buffers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
export function onnxModel(graph: OnnxGraph): Uint8Array {
  return Buffer.concat([
    whole(1, FORMAT_VERSION),
    message(8, [text(1, ''), whole(2, OPERATIONS_VERSION)]),
    message(7, [
      ...graph.nodes.map((node) => message(1, nodeFields(node))),
      text(2, 'encoder'),
      ...graph.constants.map((tensor) => message(5, tensorFields(tensor))),
      message(11, valueFields(graph.input, graph.dims)),
      message(12, valueFields(graph.output, graph.dims)),
    ]),
  ]);
}

function nodeFields({ type, inputs, outputs, attributes = {} }: OnnxNode): Uint8Array[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeFields(name, value))),
  ];
}

function attributeFields(name: string, value: Attribute): Uint8Array[] {
  if (typeof value !== 'number')
    return [text(1, name), ...value.map((one) => whole(8, one)), whole(20, ATTRIBUTE_TYPES.ints)];
  return FLOATS.has(name)
    ? [text(1, name), float(2, value), whole(20, ATTRIBUTE_TYPES.float)]
    : [text(1, name), whole(3, value), whole(20, ATTRIBUTE_TYPES.int)];
}

function tensorFields({ name, type, dims, data }: OnnxTensor): Uint8Array[] {
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.map((dim) => whole(1, dim)),
    whole(2, ONNX_TYPES[type]),
    text(8, name),
    bytes(9, raw),
  ];
}

function valueFields(name: string, dims: OnnxGraph['dims']): Uint8Array[] {
  const shape = dims.map((dim) =>
    message(1, [typeof dim === 'number' ? whole(1, dim) : text(2, dim)]),
  );
  const tensor = [whole(1, ONNX_TYPES.float), message(2, shape)];
  return [text(1, name), message(2, [message(1, tensor)])];
}

const WIRE = { whole: 0, bytes: 2, float: 5 } as const;

const whole = (field: number, value: number): Uint8Array =>
  Buffer.concat([varint(field * 8 + WIRE.whole), varint(value)]);
const text = (field: number, value: string): Uint8Array => bytes(field, Buffer.from(value));
const message = (field: number, fields: readonly Uint8Array[]): Uint8Array =>
  bytes(field, Buffer.concat(fields));
const bytes = (field: number, value: Uint8Array): Uint8Array =>
  Buffer.concat([varint(field * 8 + WIRE.bytes), varint(value.byteLength), value]);

function float(field: number, value: number): Uint8Array {
  const written = Buffer.alloc(4);
  written.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + WIRE.float), written]);
}

/** Seven bits a byte, lowest first; a whole number below zero takes ten bytes. */
function varint(value: number): Uint8Array {
  const written: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    written.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(written);
}
