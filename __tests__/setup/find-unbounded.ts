import * as z from 'zod/mini';
import type { Schema } from '@/lib/contract/call';

const part = z.custom<Schema>((value) => Object(value) === value && '_zod' in Object(value));
const check = z.object({ check: z.optional(z.string()), pattern: z.optional(z.instanceof(RegExp)) });
/** What Zod keeps of a schema, as far as bounds are concerned. */
const definition = z.object({
  type: z.string(),
  ...check.shape,
  checks: z.optional(z.array(z.object({ _zod: z.object({ def: check }) }))),
  shape: z.optional(z.record(z.string(), part)),
  options: z.optional(z.array(part)),
  parts: z.optional(z.array(z.unknown())),
  ...{ element: z.optional(part), innerType: z.optional(part), in: z.optional(part), out: z.optional(part) },
  ...{ keyType: z.optional(part), valueType: z.optional(part), catchall: z.optional(part) },
});

/**
 * Finds the texts, lists, numbers and names of a schema for input that have no bound, as paths. What a transformation
 * gets is bounded only if the schema before it is.
 */
export function findUnbounded(schema: Schema | undefined, path = ''): string[] {
  if (!schema) return [];
  const def = definition.parse(schema._zod.def);
  // A format is both a schema and its own first check.
  const all = [def, ...(def.checks ?? []).map((each) => each._zod.def)];
  const has = (...names: string[]) =>
    all.some((each) => each.check !== undefined && names.includes(each.check));

  switch (def.type) {
    case 'string':
      return has('max_length', 'length_equals') ||
        all.some(({ pattern }) => pattern && hasFiniteLength(pattern))
        ? []
        : [`${path} is a text of any length`];
    case 'number':
      return (has('greater_than') && has('less_than')) || has('number_format')
        ? []
        : [`${path} is any number`];
    case 'array':
      return [
        ...(has('max_length', 'length_equals') ? [] : [`${path} is a list of any length`]),
        ...findUnbounded(def.element, `${path}[]`),
      ];
    case 'object': {
      const rest = def.catchall;
      return [
        ...Object.entries(def.shape ?? {}).flatMap(([name, each]) => findUnbounded(each, `${path}.${name}`)),
        ...(rest && rest._zod.def.type !== 'never' ? [`${path} has any other names`] : []),
      ];
    }
    case 'record':
      return [
        ...(has('max_size', 'custom') ? [] : [`${path} has any number of names`]),
        ...findUnbounded(def.keyType, `${path}{name}`),
        ...findUnbounded(def.valueType, `${path}{}`),
      ];
    case 'union':
      return (def.options ?? []).flatMap((option, index) => findUnbounded(option, `${path}|${index}`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return findUnbounded(def.innerType, path);
    case 'pipe':
      return [def.in, def.out].flatMap((each) =>
        each?._zod.def.type === 'transform' ? [] : findUnbounded(each, path),
      );
    case 'template_literal':
      return (def.parts ?? []).flatMap((each) => findUnbounded(part.safeParse(each).data, path));
    // The body's limit is the bound of its files.
    case 'file':
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    case 'undefined':
      return [];
    default:
      return [`${path} is a ${def.type}, whose bounds this test cannot tell`];
  }
}

/** Whether texts that match are at most as long as the pattern says. */
function hasFiniteLength({ source }: RegExp): boolean {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\./gu, 'x').replace(/\[[^\]]*\]/g, 'x');
  return /^\^.*\$$/s.test(source) && !/[*+]|\{\d+,\}/.test(plain);
}

const node = z.looseObject({
  type: z.optional(z.string()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  enum: z.optional(z.array(z.unknown())),
  items: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), z.unknown())),
});

/** The same for a JSON Schema, such as that of an agent's tool. */
export function findUnboundedInJSON(schema: unknown, path = ''): string[] {
  const found = node.parse(schema);
  if (found.enum) return [];
  switch (found.type) {
    case 'string':
      return found.maxLength === undefined ? [`${path} is a text of any length`] : [];
    case 'integer':
    case 'number':
      return found.minimum === undefined || found.maximum === undefined ? [`${path} is any number`] : [];
    case 'array':
      return [
        ...(found.maxItems === undefined ? [`${path} is a list of any length`] : []),
        ...findUnboundedInJSON(found.items, `${path}[]`),
      ];
    case 'object':
      return Object.entries(found.properties ?? {}).flatMap(([name, each]) =>
        findUnboundedInJSON(each, `${path}.${name}`),
      );
    case 'boolean':
      return [];
    default:
      return [`${path} is ${JSON.stringify(found)}, whose bounds this test cannot tell`];
  }
}
