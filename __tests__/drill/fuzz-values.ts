import { z } from 'zod';
import { allowsText } from '../setup/schema-text';
import type { JSONSchema } from './fuzz-document';

/** Random decisions that are the same for the same seed (mulberry32). */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance = (share: number) => this.next() < share;
  /** In [0, count). */
  int = (count: number) => Math.floor(this.next() * count);

  pick<T>(some: readonly T[]): T {
    const picked = some[this.int(some.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  }
}

const KEPT_PER_NAME = 200;
/** The field whose values a parameter takes, where field and parameter have different names. */
const ALIASES: Record<string, string> = {
  after: 'nextCursor',
  seen: 'updatedAt',
  tag: 'slug',
};

/** Values that the site itself has answered, by the names of their fields. */
export class KnownValues {
  readonly #values = new Map<string, string[]>();

  learn(answer: unknown, draw: Draw): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [field, value] of Object.entries(answer)) {
      if (typeof value !== 'string') {
        this.learn(value, draw);
        continue;
      }
      // Sessions have ids, too.
      const name = field === 'id' && 'slug' in answer ? 'productId' : field;
      const kept = this.#values.get(name) ?? [];
      if (kept.length < KEPT_PER_NAME) kept.push(value);
      else kept[draw.int(KEPT_PER_NAME)] = value;
      this.#values.set(name, kept);
    }
  }

  /** For `ids`, a list of ids. */
  for(name: string, draw: Draw): string[] {
    if (name === 'ids') return [[1, 2, 3].flatMap(() => this.for('productId', draw).slice(-3)).join(',')];
    return this.#values.get(ALIASES[name] ?? name) ?? [];
  }
}

const WORDS = [
  'Figgle',
  'react',
  'Draw together in the browser',
  'open-source',
  'ελληνικά',
  '日本語のツール',
  'a',
];
const FORMED = [
  'ada@x.example',
  'https://figgle.example/path?q=1',
  'x'.repeat(43),
  '2026-06-01T12:00:00.000Z',
  '1',
  '42',
  'hot',
  '/account/bookmarks',
  'yes',
];

/** A value that the schema allows, as far as it can be found. */
export function validValue(schema: JSONSchema, name: string, known: KnownValues, draw: Draw): unknown {
  const { type, properties, required, items } = shapeOf(schema);
  if ('const' in schema) return schema.const;
  if ('default' in schema && draw.chance(0.2)) return schema.default;
  if (Array.isArray(schema.enum)) return draw.pick<unknown>(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (/^(?:image|avatar)URL$/.test(name) && draw.chance(0.7)) return null;
  if (Array.isArray(choices))
    return validValue(jsonObject.parse(draw.pick<unknown>(choices)), name, known, draw);
  if (type === 'object') {
    const entries = Object.entries(properties)
      .filter(([field]) => required.includes(field) || draw.chance(0.6))
      .map(([field, part]) => [field, validValue(part, field, known, draw)]);
    return Object.fromEntries(entries);
  }
  if (type === 'array') return [1, 2].map(() => validValue(items, name, known, draw));
  if (type === 'boolean') return draw.chance(0.5);
  if (type === 'integer' || type === 'number') return 1 + draw.int(50);
  return validText(schema, name, known, draw);
}

const jsonObject = z.record(z.string(), z.unknown());
const shape = z.object({
  type: z.unknown().optional(),
  properties: z.record(z.string(), jsonObject).default({}),
  required: z.array(z.string()).default([]),
  items: jsonObject.default({}),
});
const shapeOf = (schema: JSONSchema) => shape.parse(schema);

function validText(schema: JSONSchema, name: string, known: KnownValues, draw: Draw): string {
  const fresh = `${draw.pick(WORDS)} ${draw.int(1e6)}`;
  if (name === 'hp') return '';
  if (name === 'url' && draw.chance(0.7)) return `https://site-${draw.int(1e6)}.example/`;
  const candidates = [...known.for(name, draw).slice(-20), ...WORDS, ...FORMED, fresh];
  const valid = candidates.filter((text) => allowsText(schema, text));
  return valid.length > 0 ? draw.pick(valid) : fresh;
}

const cursor = (...fields: unknown[]) => Buffer.from(JSON.stringify(fields)).toString('base64url');

/** Texts that break programs which take too much for granted. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\ufeff', '\u202e', '\u2028', '\x1b[31m', '\r\nx: y'],
  ...['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', 'isError'],
  ...['١٢٣', '１２', '0', '-1', '01', '9223372036854775807', '9223372036854775808', '9'.repeat(40)],
  ...[
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '1,2',
    ',,,',
    '1'.repeat(18),
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE users; --',
    '$1',
    '\\',
    '%',
    '%00',
    '%zz',
    '%ff',
    '*',
    '(',
    '& | !',
    ':*',
  ],
  ...['../../etc/passwd', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '${7*7}'],
  ...[
    'a'.repeat(61),
    'a'.repeat(301),
    'a'.repeat(5_001),
    '\u{1f600}'.repeat(40),
    'é'.repeat(3_000),
    'İ'.repeat(41),
  ],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '2026-02-30T00:00:00Z'],
  ...['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '2026-06-01T12:00:00.123456789Z'],
  ...[
    'javascript:alert(1)',
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://u:p@x.example/',
    'https://例え.jp/',
    '//x',
  ],
  ...[
    'https://x.example/\ud800',
    'https://x.example/%zz?%00',
    'http://',
    'x@y',
    'a@b.example\0',
    '@'.repeat(99),
  ],
  ...[
    '**'.repeat(500),
    '['.repeat(900),
    '> '.repeat(300),
    '| - '.repeat(300),
    '`'.repeat(999),
    '&#0;&#xd800;',
  ],
  cursor('hot', 1e308, '1'),
  cursor('hot', -1, '999999999999999999'),
  cursor('new', '0001-01-01T00:00:00.000Z', '1'),
  cursor('new', '9999-12-31T23:59:59.999Z', '٣'),
  cursor('top', 2_147_483_648, '1', null),
  cursor('top', 1, '1', '9999-12-31T23:59:59.999Z'),
  cursor('bookmarks', '2026-06-01T12:00:00.000Z', '1'),
  cursor('submitted', '2026-06-01T12:00:00.000Z', 1),
  cursor('queue', '2026-06-01T12:00:00.000Z', '0'),
  cursor(),
  '31.WyJob3QiLDEsIjEiXQ.AAAAAAAAAAAAAAAAAAAAAA',
  ...['.', '..', '31..', '1e9.e30.x'],
];

/** Any JSON value, wrong more often than not. */
export function hostileValue(draw: Draw, depth = 0): unknown {
  const texts = () => draw.pick(HOSTILE_TEXTS);
  const plain = [null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63)];
  switch (draw.int(depth > 3 ? 5 : 8)) {
    case 5:
      return Array.from({ length: draw.int(4) }, () => hostileValue(draw, depth + 1));
    case 6:
      // JSON.parse makes `__proto__` an own field. An assignment would change the prototype.
      return Object.fromEntries([[texts(), hostileValue(draw, depth + 1)]]);
    case 7:
      return Array.from({ length: 600 }, texts);
    case 0:
      return draw.pick(plain);
    default:
      return texts();
  }
}
