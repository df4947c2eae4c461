import type { Operation } from './fuzz-document';
import { type Draw, HOSTILE_TEXTS, hostileValue, type KnownValues, validValue } from './fuzz-values';

/** A request that can be sent, and be repeated by hand. */
export type FuzzRequest = {
  method: string;
  /** Path and query, encoded. */
  target: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

const WRONG_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'Application/JSON',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  'image/png',
  '*/*',
  ';',
];
const BROKEN_BODIES = [
  '',
  '{',
  '[',
  'null',
  '"text"',
  '[]',
  '\ufeff{}',
  '{"a":1,}',
  '{"a":1}{',
  '\0',
  'NaN',
  '=&=',
  '%zz=%zz',
];
const DEEP = 3_000;

/** Makes a request for a call: half of them as documented, the others wrong in one place or in many. */
export function makeRequest(operation: Operation, known: KnownValues, draw: Draw): FuzzRequest {
  /** The share of parts that are replaced by hostile ones. */
  const wrongness = draw.pick([0, 0, 0.2, 0.6]);
  const path = fillPath(operation, known, draw, wrongness);
  const query = makeQuery(operation, known, draw, wrongness);
  const { body, type } = makeBody(operation, known, draw, wrongness);
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      originUrl: 'http://localhost:3000/',
      ...(type !== undefined && { 'content-type': type }),
      ...(draw.chance(0.1) && { accept: draw.pick(['text/html', '*/*', 'image/png', ';']) }),
      ...(draw.chance(wrongness / 4) && hostileHeader(draw)),
    },
    ...(body !== undefined && { body }),
  };
}

/** Header values are bytes, without line ends and zero bytes. */
function hostileHeader(draw: Draw): Record<string, string> {
  const name = draw.pick([
    'accessToken',
    'x-request-id',
    'user-agent',
    'cookie',
    'origin',
    'accept',
    'x-forwarded-for',
  ]);
  const value = draw.pick(HOSTILE_TEXTS).replace(/[^\x20-\x7e\x80-\xff]/g, '');
  return { [name]: name === 'accessToken' ? `Bearer ${value}` : value };
}

function fillPath({ path }: Operation, known: KnownValues, draw: Draw, wrongness: number): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const hostile = draw.chance(wrongness) ? encode(draw.pick(HOSTILE_TEXTS), draw) : '';
    // An empty segment, one with a slash and `..` belong to other calls.
    if (hostile !== '' && !/^(?:\.|%2e)+$|\//i.test(hostile)) return hostile;
    const kind = path.includes('/products/') && name === 'id' ? 'productId' : name;
    const texts = known.for(kind, draw).filter((text) => text !== '');
    return encodeURIComponent(draw.pick([...texts, '1', '2', 'x', 'no-such-name']));
  });
}

/** Sometimes without encoding what a browser would encode. */
const encode = (text: string, draw: Draw) =>
  draw.chance(0.1) && /^%\w*$/.test(text) ? text : encodeText(text);

/** Halves of surrogate pairs become the bytes that UTF-8 forbids. */
export const encodeText = (text: string) =>
  text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g, (character) =>
    /^[\ud800-\udfff]$/.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  );

function makeQuery({ parameters }: Operation, known: KnownValues, draw: Draw, wrongness: number): string {
  const parts: string[] = [];
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !(required || draw.chance(0.5))) continue;
    const isHostile = draw.chance(wrongness);
    const valid = () => String(validValue(schema, name, known, draw));
    const add = (key: string) =>
      parts.push(`${key}=${encode(isHostile ? draw.pick(HOSTILE_TEXTS) : valid(), draw)}`);
    if (isHostile && draw.chance(0.1)) continue;
    add(
      isHostile && draw.chance(0.2)
        ? draw.pick([`${name}[]`, `${name}[0]`, `${name}[a]`, `${name}.a`])
        : name,
    );
    if (isHostile && draw.chance(0.3)) add(name);
  }
  if (draw.chance(wrongness / 4)) {
    parts.push(
      draw.pick([
        '__proto__[polluted]=1',
        '__proto__.polluted=1',
        'constructor=1',
        'toString',
        '&&=',
        '%zz=%',
      ]),
    );
  }
  return parts.join('&');
}

type Body = Pick<FuzzRequest, 'body'> & { type?: string };

function makeBody(
  { method, body: wanted }: Operation,
  known: KnownValues,
  draw: Draw,
  wrongness: number,
): Body {
  // A body where none is expected must do no harm.
  if (!wanted) {
    const canCarry = method !== 'GET' && draw.chance(wrongness / 4);
    return canCarry ? { body: '{"a":1}', type: 'application/json' } : {};
  }
  const type = draw.pick(wanted.types);
  const fields = makeFields(validValue(wanted.schema, '', known, draw), draw, wrongness);
  const made =
    type === 'multipart/form-data'
      ? makeUpload(fields, draw, wrongness)
      : { type, body: write(fields, type) };
  if (draw.chance(wrongness / 3)) made.body = brokenBody(made.body, draw);
  if (draw.chance(wrongness / 4)) return { ...made, type: draw.pick(WRONG_TYPES) };
  return made;
}

type Fields = [name: string, value: unknown][];

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function makeFields(valid: unknown, draw: Draw, wrongness: number): Fields {
  const fields = Object.entries(fieldsOf(valid)).flatMap(([name, value]): Fields => {
    if (!draw.chance(wrongness)) return [[name, value]];
    return draw.chance(0.15) ? [] : [[name, hostileValue(draw)]];
  });
  if (draw.chance(wrongness / 3)) {
    fields.push([
      draw.pick(['__proto__', 'constructor', 'prototype', 'role', 'isAdmin', 'id']),
      { polluted: 1, isAdmin: true },
    ]);
  }
  // The same field twice.
  return draw.chance(wrongness / 5) ? [...fields, ...fields.slice(0, 1)] : fields;
}

function write(fields: Fields, type: string): string {
  if (type === 'application/json') {
    const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return `{${members.join(',')}}`;
  }
  return new URLSearchParams(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
}

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function makeUpload(
  fields: Fields,
  draw: Draw,
  wrongness: number,
): { type: string; body: Uint8Array<ArrayBuffer> } {
  const isWrong = () => draw.chance(wrongness);
  const boundary = isWrong() ? 'x'.repeat(70) : 'boundary';
  const file = isWrong() ? Buffer.from(draw.pick(HOSTILE_TEXTS)) : PNG;
  const fileName = isWrong() ? draw.pick(HOSTILE_TEXTS) : 'a.png';
  const name = isWrong() ? draw.pick(['', '__proto__', 'files', 'file[]']) : (fields[0]?.[0] ?? 'file');
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`;
  const end = isWrong() ? '' : `\r\n--${boundary}--\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), file, Buffer.from(end)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body: new Uint8Array(bytes) };
}

function brokenBody(body: NonNullable<FuzzRequest['body']>, draw: Draw): string {
  const text = typeof body === 'string' ? body : 'x';
  switch (draw.int(5)) {
    case 0:
      return text.slice(0, draw.int(text.length + 1));
    case 1:
      return `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
    case 2:
      return `{"a":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`;
    case 3:
      return `${text.slice(0, 1)}"padding":"${'x'.repeat(70_000)}",${text.slice(1)}`;
    default:
      return draw.pick(BROKEN_BODIES);
  }
}
