import * as z from 'zod/mini';
import { FIELD_LIMITS, type FieldValue } from '@/lib/contract/field';
import { isLine, isVisible } from '@/lib/contract/call';
import { NUMBER_MAX } from '@/lib/contract/plain/filters';
import type { FieldBehavior, Reading } from './field';
import { perLanguage } from '@/lib/texts/language';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

const { choicesMax, inputCharsMax, labelCharsMax } = FIELD_LIMITS;

const line = z.string().check(isLine, isVisible);

/** A text of the site file that people read. */
export const shownText = (charsMax: number, description: string) =>
  z.string('must be text').check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(charsMax, `must have at most ${charsMax} characters`),
    z.refine((text) => line.safeParse(text).success, 'must be one line of visible text'),
    z.meta({ description }),
  );

type Choice = { value: string; label: string };

export const choices = z
  .array(
    z.strictObject(
      {
        value: z
          .string('must be text')
          .check(
            z.regex(
              /^[a-z0-9][a-z0-9.+-]{0,39}$/,
              'must consist of up to 40 small letters, digits, dots, pluses and hyphens',
            ),
            z.meta({ description: 'Stored, and part of the addresses of filtered lists. Never change it.' }),
          ),
        label: shownText(labelCharsMax, 'What people read.'),
      },
      'must be a choice: {"value": …, "label": …}',
    ),
    'must be a list of choices',
  )
  .check(
    z.minLength(1, 'must have at least one choice'),
    z.maxLength(choicesMax, `must have at most ${choicesMax} choices`),
    z.refine((list) => new Set(list.map(({ value }) => value)).size === list.length, 'has a value twice'),
    z.refine(
      (list) => new Set(list.map(({ label }) => keyOf(label))).size === list.length,
      'has a label twice',
    ),
    z.refine((list) => {
      const values = new Map(list.map((choice) => [choice.value, choice]));
      return list.every((choice) => (values.get(keyOf(choice.label)) ?? choice) === choice);
    }, 'has a label that is the value of another choice'),
  );

const boundSentence = 'must be a number from -1e15 to 1e15';

export const bound = (description: string) =>
  z.optional(
    z
      .number(boundSentence)
      .check(
        z.minimum(-NUMBER_MAX, boundSentence),
        z.maximum(NUMBER_MAX, boundSentence),
        z.meta({ description }),
      ),
  );

export const defineType = <Options extends z.core.$ZodLooseShape>(type: {
  description: string;
  options: Options;
  /** What must be true of several options together. */
  rule?: { holds: (options: z.infer<z.ZodMiniObject<Options>>) => boolean; option: string; sentence: string };
  create: (options: z.infer<z.ZodMiniObject<Options>>) => FieldBehavior;
}) => {
  const { description, options, rule, create } = type;
  const schema = z.object(options);
  return {
    description,
    options,
    rule: rule && {
      ...rule,
      /** Also of options that their own schemas refuse. */
      holds: (declared: unknown) => {
        const read = schema.safeParse(declared);
        return !read.success || rule.holds(read.data);
      },
    },
    /** @param declared the options of one field, which the schema of the file has checked. */
    create: (declared: unknown) => create(z.parse(schema, declared)),
  };
};

export const problem = (sentence: string): Reading => ({ problem: sentence });
/** The same for texts that people cannot tell apart. */
const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
// Imported files have no limit of their own for one text.
const scalar = z.union([z.string().check(z.maxLength(inputCharsMax)), z.number(), z.boolean()]);
const scalars = z.union([scalar, z.array(scalar)]);
const listOf = (input: unknown): string[] => {
  const parsed = scalars.safeParse(input);
  return parsed.success ? [parsed.data].flat().map((each) => String(each).trim()) : [];
};
/** The only text of an input; empty if there is none, or more than one. */
export const textOf = (input: unknown): string => {
  const [only = '', ...more] = listOf(input);
  return more.length > 0 ? '' : only;
};
/** The texts of a list, and the parts of one text: `Linux, macOS`. */
export const textsOf = (input: unknown): string[] =>
  (Array.isArray(input) ? listOf(input) : listOf(input).flatMap((text) => text.split(/[,;|]/)))
    .map((text) => text.trim())
    .filter(Boolean);
export const shown = (text: string, value: FieldValue = text): Reading => ({
  value,
  parts: [{ text }],
  tokens: [String(value)],
});

/** By value and by label, in any case. */
export function choiceFinder(known: readonly Choice[]): (text: string) => Choice | undefined {
  const byKey = new Map(
    known.flatMap((each) => [[keyOf(each.label), each] as const, [each.value, each] as const]),
  );
  return (text) => byKey.get(keyOf(text));
}
export const oneOf = (known: readonly Choice[]) => {
  const labels = known.map(({ label }) => label);
  return formatRow(labels.length > 12 ? [...labels.slice(0, 12), '…'] : labels);
};

/** An amount as people type it: `1,200.50`. Undefined for everything else. */
export function numberOf(text: string): number | undefined {
  const plain = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  // Zero has no sign here.
  return Number.isFinite(number) ? number + 0 : undefined;
}

const numberFormat = perLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 10 }),
);
export const formatNumber = (number: number) => numberFormat().format(number);

export function rangeSentence(min: number, max: number): string {
  if (max === Infinity)
    return t('field.numberFrom', 'Use a number of at least {min}.', { min: formatNumber(min) });
  if (min === -Infinity)
    return t('field.numberTo', 'Use a number of at most {max}.', { max: formatNumber(max) });
  return t('field.useNumber', 'Use a number from {min} to {max}.', {
    min: formatNumber(min),
    max: formatNumber(max),
  });
}
