import compile from 'icu-minify/compile';
import type { Message, MessageNode } from './message';

/**
 * A message of ICU MessageFormat in the form that `formatParts` reads.
 *
 * @throws Error for a text that is no such message, or has what `formatParts` doesn't know: numbers, dates and times
 * are values, which `lib/format/figures.ts` formats.
 */
export function compileMessage(icu: string): Message {
  // The library would leave it out.
  if (/,\s*offset:/.test(icu)) throw new Error('A plural has no offset.');
  const compiled = parse(icu);
  if (typeof compiled === 'string') return compiled;
  if (!Array.isArray(compiled) || !compiled.every(isNode))
    throw new Error('A message has only arguments, plural, selectordinal, select and tags.');
  return compiled;
}

function parse(icu: string): unknown {
  try {
    return compile(icu);
  } catch (error) {
    // The library has codes, such as `MISSING_OTHER_CLAUSE`.
    const code = error instanceof Error ? error.message : '';
    const fault = code.toLowerCase().replaceAll('_', ' ');
    throw new Error(`It is no message of ICU MessageFormat: ${fault}.`, { cause: error });
  }
}

function isNode(node: unknown): node is MessageNode {
  if (typeof node === 'string' || node === 0) return true;
  if (!Array.isArray(node)) return false;
  const parts: readonly unknown[] = node;
  const [name, kind, forms] = parts;
  if (typeof name !== 'string') return false;
  if (typeof kind !== 'number' || kind === 0) return parts.slice(1).every(isNode);
  return (
    kind <= 3 &&
    typeof forms === 'object' &&
    !Object.keys(forms ?? {}).includes('__proto__') &&
    Object.values(forms ?? {}).every(isForm)
  );
}

const isForm = (form: unknown) =>
  typeof form === 'string' || form === 0 || (Array.isArray(form) && form.every(isNode));
