import type { Schema } from '@/lib/contract/call';

type Check = { check: string; maximum?: unknown; minimum?: unknown; value?: unknown; pattern?: RegExp };

/**
 * Finds the texts, lists, numbers and names of a schema for input that have no bound, as paths. What a transformation
 * gets is bounded only if the schema before it is.
 */
export function findUnbounded(schema: Schema, path = ''): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
  const checks = ((def['checks'] as { _zod: { def: Check } }[] | undefined) ?? []).map(
    (each) => each._zod.def,
  );
  // A format is both a schema and its own first check.
  const own = { ...(def as Partial<Check>), check: String(def['check']) };
  const all = [own, ...checks];
  const inner = (key: string, name: string) => findUnbounded(def[key] as Schema, path + name);
  const has = (...names: string[]) => all.some(({ check }) => names.includes(check));

  switch (def.type) {
    case 'string':
      return has('max_length', 'length_equals') || all.some(({ pattern }) => pattern && isFinite(pattern))
        ? []
        : [`${path} is a text of any length`];
    case 'number':
      return (has('greater_than') && has('less_than')) || has('number_format')
        ? []
        : [`${path} is any number`];
    case 'array':
      return [
        ...(has('max_length', 'length_equals') ? [] : [`${path} is a list of any length`]),
        ...inner('element', '[]'),
      ];
    case 'object': {
      const shape = Object.entries(def['shape'] as Record<string, Schema>);
      const rest = def['catchall'] as Schema | undefined;
      return [
        ...shape.flatMap(([name, part]) => findUnbounded(part, `${path}.${name}`)),
        ...(rest && rest._zod.def.type !== 'never' ? [`${path} has any other names`] : []),
      ];
    }
    case 'record':
      return [
        ...(has('max_size', 'custom') ? [] : [`${path} has any number of names`]),
        ...inner('keyType', '{name}'),
        ...inner('valueType', '{}'),
      ];
    case 'union':
      return (def['options'] as Schema[]).flatMap((option, index) =>
        findUnbounded(option, `${path}|${index}`),
      );
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return inner('innerType', '');
    case 'pipe': {
      const into = def['in'] as Schema;
      const out = def['out'] as Schema;
      return [
        ...(into._zod.def.type === 'transform' ? [] : findUnbounded(into, path)),
        ...(out._zod.def.type === 'transform' ? [] : findUnbounded(out, path)),
      ];
    }
    case 'template_literal':
      return (def['parts'] as unknown[]).flatMap((part) =>
        part !== null && typeof part === 'object' ? findUnbounded(part as Schema, path) : [],
      );
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
function isFinite({ source }: RegExp): boolean {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\./gu, 'x').replace(/\[[^\]]*\]/g, 'x');
  return /^\^.*\$$/s.test(source) && !/[*+]|\{\d+,\}/.test(plain);
}
