import { deflateSync, gzipSync } from 'node:zlib';
import { CALLS, inputSchemaOf, objectSchema } from '@/lib/contract/calls';
import type { Call } from '@/lib/contract/call';
import { FILE_TARGETS, type Names, type Sent } from './costly-files';
import { SEARCH_TARGETS } from './costly-searches';
import { encodeText } from './fuzz-requests';
import { Draw } from './fuzz-values';
import { type Making, UNITS, worstValue } from './worst-values';

/** A request that a visitor may send, and that can be sent again so that no cache knows it. */
export type CostlyRequest = {
  /** The costliest of each target is kept. */
  target: string;
  /** What it was made from, to repeat it and to change one part of it. */
  recipe: Recipe;
  make: (nonce: number) => Sent;
};

/** All that one request is made from. */
export type Recipe = { target: string; seed: number; unit: string; fill: number; packing: string };

/** A call, a file or a page: what is sent for a number that is never the same. */
export type Target = { name: string; make: (making: Making, nonce: number) => Sent };

const FILLS = [1, 1, 1, 0.5, 0.1, 0.02];
const PACKINGS = ['plain', 'plain', 'plain', 'gzip', 'deflate'];
const JSON_TYPE = { 'content-type': 'application/json' };
/** The host answers 431 to longer ones. */
const TARGET_CHARS_MAX = 12_000;
const BROKEN_TOKEN = `Bearer ${'a'.repeat(43)}.${'b'.repeat(43)}`;

/** Every call of the contract, without an account: most end at the session, which is to cost little, too. */
const callTargets: Target[] = CALLS.filter(({ path }) => !path.includes('/login/')).map((call) => ({
  name: `${call.method.toUpperCase()} ${call.path}`,
  make: (making, nonce) => makeCall(call, making, nonce),
}));

function makeCall(call: Call, making: Making, nonce: number): Sent {
  const values = (schema: Call['params']) =>
    Object.entries(objectSchema.parse(inputSchemaOf(schema)).properties).map(
      ([name, part]) => [name, worstValue(part, name, making)] as const,
    );
  const params = new Map(values(call.params));
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => writeValue(params.get(name) ?? '1'));
  const query = values(call.query)
    .filter(() => making.draw.chance(0.8))
    .map(([name, value]) => `${name}=${writeValue(value)}`);
  const target = `/api${path}?${[...query, `nonce=${nonce}`].join('&')}`.slice(0, TARGET_CHARS_MAX);
  const hasBody = call.method !== 'get' && call.method !== 'delete';
  const [type = 'application/json'] = call.bodyTypes;
  const body = hasBody ? worstValue(inputSchemaOf(call.body), '', making) : undefined;
  return {
    method: call.method.toUpperCase(),
    path: target.replace(/%.?$/, ''),
    headers: {
      ...(hasBody && { 'content-type': type }),
      ...(call.access !== 'anyone' && making.draw.chance(0.5) && { accessToken: BROKEN_TOKEN }),
    },
    ...(hasBody && { body: writeBody(type, body).slice(0, call.bodyBytesMax) }),
  };
}

function writeBody(type: string, body: unknown): string {
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(body);
  return Object.entries({ ...(typeof body === 'object' && body) })
    .map(([name, value]) => `${name}=${writeValue(value)}`)
    .join('&');
}

const writeValue = (value: unknown) => encodeText(typeof value === 'string' ? value : JSON.stringify(value));

const searchTargets: Target[] = Object.entries(SEARCH_TARGETS).map(([name, make]) => ({
  name,
  make: (making, nonce) => ({ ...make(making, nonce), headers: JSON_TYPE }),
}));

/** What may be sent to a site with these names. Pages are in it unless the product server runs alone. */
export function makeTargets(names: Names): Map<string, Target> {
  const files = Object.entries(FILE_TARGETS).map(([name, make]) => ({
    name,
    make: (making: Making, nonce: number) => make(making, nonce, names),
  }));
  return new Map([...callTargets, ...searchTargets, ...files].map((target) => [target.name, target]));
}

/** A random request, or the parent with one part changed. Searches are drawn more often, because searches have most parameters. */
export function sampleRequest(draw: Draw, targets: ReadonlyMap<string, Target>, parent?: CostlyRequest) {
  const searches = Object.keys(SEARCH_TARGETS).filter((name) => targets.has(name));
  const often = searches.length > 0 && draw.chance(0.3) ? searches : [...targets.keys()];
  const fresh: Recipe = {
    target: draw.pick(often),
    seed: draw.int(2 ** 31),
    unit: draw.pick(UNITS),
    fill: draw.pick(FILLS),
    packing: draw.pick(PACKINGS),
  };
  const part = draw.pick(['seed', 'seed', 'unit', 'unit', 'fill', 'packing'] as const);
  return cook(parent ? { ...parent.recipe, [part]: fresh[part] } : fresh, targets);
}

/** The request of a recipe, such as one of an earlier drill. */
export function cook(recipe: Recipe, targets: ReadonlyMap<string, Target>): CostlyRequest {
  const { target: name, seed, unit, fill } = recipe;
  const target = targets.get(name);
  if (!target) throw new Error(`There is no target named ${name}.`);
  return {
    target: name,
    recipe,
    make: (nonce) => target.make({ draw: new Draw(seed), unit, fill }, nonce),
  };
}

/** The bytes that are sent for a body. Algolia's client may pack them. */
export function packBody({ packing }: Recipe, body: string): Uint8Array<ArrayBuffer> | string {
  if (packing === 'gzip') return new Uint8Array(gzipSync(body));
  return packing === 'deflate' ? new Uint8Array(deflateSync(body)) : body;
}
