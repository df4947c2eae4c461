import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Validator from '@adobe/structured-data-validator';
import ts from 'typescript';
import * as z from 'zod/mini';
import type { Answer } from './crawl';
import { requireNone } from './require-none';

const described = z.array(
  z.looseObject({ '@context': z.literal('https://schema.org'), '@type': z.string() }),
);
type Described = z.infer<typeof described>[number];
const issues = z.array(z.looseObject({ issueMessage: z.unknown(), severity: z.string() }));

/**
 * Checks what pages say to search engines in two ways: against the vocabulary of schema.org, which the package schema-dts
 * has as types, and against what Google's documentation requires of it.
 *
 * @returns what was checked, as a sentence.
 */
export async function checkStructuredData(pages: readonly Answer[]): Promise<string> {
  const all = pages.flatMap(({ path, text }) => describe(text).map((data) => ({ path, data })));
  const kinds = new Map<string, number>();
  const shapes = new Map<string, (typeof all)[number]>();
  for (const each of all) {
    const type = each.data['@type'];
    kinds.set(type, (kinds.get(type) ?? 0) + 1);
    const shape = shapeOf(each.data);
    if (!shapes.has(shape)) shapes.set(shape, each);
    const found = issues.parse(await new Validator().validate({ jsonld: { [type]: [{ ...each.data }] } }));
    const errors = found.map(({ severity, issueMessage }) => `${severity} ${String(issueMessage)}`);
    requireNone(errors, `faults of the ${type} that ${each.path} describes`);
  }
  await checkTypes([...shapes.values()]);
  const counts = [...kinds].map(([type, count]) => `${count} ${type}`);
  return `${all.length} descriptions of ${shapes.size} shapes: ${counts.join(', ')}`;
}

function describe(html: string): Described[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return [...scripts].flatMap(([, data = '']) => described.parse(JSON.parse(data)));
}

/** Tells apart what the types tell apart: names, kinds of values, types of objects. Lists count by their distinct shapes. */
function shapeOf(value: unknown, name = ''): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map((each) => shapeOf(each)))].sort().join()}]`;
  if (typeof value !== 'object' || value === null) return name.startsWith('@') ? String(value) : typeof value;
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}:${shapeOf(each, key)}`)
    .join()}}`;
}

/** Compiles the descriptions as literals, in which TypeScript refuses names that their type does not have. */
async function checkTypes(all: readonly { path: string; data: Described }[]): Promise<void> {
  const folder = resolve('node_modules/.cache/validity');
  const file = join(folder, 'descriptions.ts');
  // One line for each description. The package has the inputs of an action in a type of their own.
  const lines = all.map(({ data: { potentialAction, ...data } }, index) => {
    const start = `export const description${index}: schema.WithContext<schema.${data['@type']}> =`;
    const literal = JSON.stringify(data);
    if (potentialAction === undefined) return `${start} ${literal};`;
    const action = `const action${index}: schema.WithActionConstraints<schema.SearchAction> = ${JSON.stringify(potentialAction)};`;
    return `${action} ${start} ${literal.replace('{', `{ potentialAction: action${index}, `)};`;
  });
  await mkdir(folder, { recursive: true });
  await writeFile(file, ["import type * as schema from 'schema-dts';", ...lines].join('\n'));
  try {
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    const found = ts.getPreEmitDiagnostics(program).map(({ start = 0, file, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${all[line - 1]?.path ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
    requireNone(found, 'descriptions do not fit the vocabulary of schema.org');
  } finally {
    await rm(folder, { recursive: true });
  }
}
