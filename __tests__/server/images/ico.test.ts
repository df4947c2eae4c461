import { readIco, readIcoWidth } from '@/server/images/ico';

type Bitmap = {
  width?: number;
  height?: number;
  bits: number;
  headerBytes?: number;
  compression?: number;
  colorCount?: number;
  palette?: number[][];
  /** Rows of colors and then of the mask, the lowest first. */
  rows: number[][];
};

/** A bitmap of two by two pixels by default. Colors are blue, green, red. */
function bitmap(options: Bitmap): Buffer {
  const { width = 2, height = 2, bits, headerBytes = 40, compression = 0, colorCount = 0 } = options;
  const header = Buffer.alloc(Math.max(headerBytes, 40));
  header.writeUInt32LE(headerBytes, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(2 * height, 8);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compression, 16);
  header.writeUInt32LE(colorCount, 32);
  return Buffer.concat([
    header,
    ...[...(options.palette ?? []), ...options.rows].map((row) => Buffer.from(row)),
  ]);
}

function ico(...images: { width: number; bits?: number; bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(images.length, 4);
  let start = header.length;
  for (const [index, { width, bits = 32, bytes }] of images.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(width % 256, at);
    header.writeUInt16LE(bits, at + 6);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(start, at + 12);
    start += bytes.length;
  }
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)]);
}

/** The pixels as red, green, blue and alpha, the uppermost row first. */
function pixelsOf(options: Bitmap): number[][] | undefined {
  const image = readIco(ico({ width: 2, bytes: bitmap(options) }));
  if (!image || 'png' in image) return undefined;
  return Array.from({ length: image.rgba.length / 4 }, (_, at) => [
    ...image.rgba.subarray(4 * at, 4 * at + 4),
  ]);
}

const noMask = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];
/** Hides the left pixel above and the right pixel below. */
const mask = [
  [0b01000000, 0, 0, 0],
  [0b10000000, 0, 0, 0],
];
const [black, red, green, blue] = [
  [0, 0, 0],
  [200, 0, 0],
  [0, 150, 0],
  [0, 0, 100],
];
const shown = (...colors: number[][]) => colors.map((color) => [...color, 255]);
const palette = [
  [0, 0, 0, 0],
  [0, 0, 200, 0],
  [0, 150, 0, 0],
  [100, 0, 0, 0],
];
const restOf = (count: number) => Array.from({ length: count - palette.length }, () => [9, 9, 9, 9]);

it('reads 24 bits from the lowest row up, and hides what the mask hides', () => {
  const rows = [
    [0, 0, 0, 0, 0, 200, 0, 0],
    [0, 150, 0, 100, 0, 0, 0, 0],
  ];
  expect(pixelsOf({ bits: 24, rows: [...rows, ...noMask] })).toEqual(shown(green, blue, black, red));
  expect(pixelsOf({ bits: 24, rows: [...rows, ...mask] })).toEqual([
    [...green, 0],
    [...blue, 255],
    [...black, 255],
    [...red, 0],
  ]);
  // A file may end before the mask, or in its middle.
  expect(pixelsOf({ bits: 24, rows })).toEqual(shown(green, blue, black, red));
  expect(pixelsOf({ bits: 24, rows: [...rows, mask[0] ?? []] })?.map(([, , , alpha]) => alpha)).toEqual([
    255, 255, 255, 0,
  ]);
});

it('reads the alpha channel of 32 bits, or the mask if the channel is empty', () => {
  const rows = (alpha: number) => [[0, 0, 0, alpha, 0, 0, 200, 0], [0, 150, 0, 0, 100, 0, 0, 0], ...mask];
  expect(pixelsOf({ bits: 32, rows: rows(7) })?.map(([, , , alpha]) => alpha)).toEqual([0, 0, 7, 0]);
  expect(pixelsOf({ bits: 32, rows: rows(0) })).toEqual([
    [...green, 0],
    [...blue, 255],
    [...black, 255],
    [...red, 0],
  ]);
});

it.each([
  [
    '1 bit',
    {
      bits: 1,
      palette: palette.slice(0, 2),
      rows: [
        [0b01000000, 0, 0, 0],
        [0b10000000, 0, 0, 0],
      ],
    },
    [red, black, black, red],
  ],
  [
    '4 bits',
    {
      bits: 4,
      palette: [...palette, ...restOf(16)],
      rows: [
        [0x01, 0, 0, 0],
        [0x23, 0, 0, 0],
      ],
    },
    [green, blue, black, red],
  ],
  [
    '8 bits',
    {
      bits: 8,
      palette: [...palette, ...restOf(256)],
      rows: [
        [0, 1, 0, 0],
        [2, 3, 0, 0],
      ],
    },
    [green, blue, black, red],
  ],
  [
    '8 bits of four colors',
    {
      bits: 8,
      colorCount: 4,
      palette,
      rows: [
        [0, 1, 0, 0],
        [2, 3, 0, 0],
      ],
    },
    [green, blue, black, red],
  ],
])('reads %s with a palette', (_, image, colors) => {
  expect(pixelsOf({ ...image, rows: [...image.rows, ...noMask] })).toEqual(shown(...colors));
});

it.each([
  ['of 16 bits', { bits: 16 }],
  ['that is compressed', { bits: 24, compression: 1 }],
  ['with a shorter header', { bits: 24, headerBytes: 39 }],
  ['without width', { bits: 24, width: 0 }],
  ['without height', { bits: 24, height: 0 }],
  ['of half a row more', { bits: 24, height: 1.5 }],
  [
    'that is wider than the format allows',
    { bits: 24, width: 257, height: 1, rows: [Array<number>(772).fill(0)] },
  ],
  [
    'that is higher than the format allows',
    { bits: 24, width: 1, height: 257, rows: [Array<number>(1_028).fill(0)] },
  ],
  ['that ends early', { bits: 24, rows: [[0, 0, 0, 0, 0, 0, 0, 0]] }],
])('reads no bitmap %s', (_, options) => {
  expect(pixelsOf({ rows: Array<number[]>(8).fill([0, 0, 0, 0]), ...options })).toBeUndefined();
});

it('reads a bitmap of 256 pixels, as large as the format allows', () => {
  expect(pixelsOf({ bits: 24, width: 256, height: 1, rows: [Array<number>(768).fill(0)] })).toHaveLength(256);
  expect(pixelsOf({ bits: 24, width: 1, height: 256, rows: [Array<number>(1_024).fill(0)] })).toHaveLength(
    256,
  );
});

it('chooses the widest image, then the one of most bits', () => {
  const png = (text: string) => Buffer.from(`\x89PNG${text}`, 'latin1');
  const bytes = (...images: { width: number; bits?: number; text: string }[]) => {
    const image = readIco(ico(...images.map(({ text, ...rest }) => ({ ...rest, bytes: png(text) }))));
    return image && 'png' in image ? image.png.toString('latin1', 4) : undefined;
  };
  expect(bytes({ width: 16, text: 'a' }, { width: 256, text: 'b' }, { width: 48, text: 'c' })).toBe('b');
  expect(bytes({ width: 16, bits: 8, text: 'a' }, { width: 16, bits: 32, text: 'b' })).toBe('b');
  expect(bytes()).toBeUndefined();
});

it('tells the width of the largest image without its pixels', () => {
  const bytes = Buffer.alloc(0);
  expect(readIcoWidth(ico({ width: 16, bytes }, { width: 48, bytes }))).toBe(48);
  expect(readIcoWidth(ico({ width: 256, bytes }, { width: 48, bytes }))).toBe(256);
  expect(readIcoWidth(ico())).toBe(0);
  expect(readIcoWidth(Buffer.alloc(3))).toBe(0);
  expect(readIco(Buffer.alloc(3))).toBeUndefined();
});
