import * as z from 'zod/mini';
import { FIELD_LIMITS } from '@/lib/contract/field';
import { NUMBER_MAX } from '@/lib/contract/plain/filters';
import { isLine, isVisible, tidied } from '@/lib/contract/call';
import { withoutUnseen } from '@/lib/contract/plain/seen-text';
import { webURL } from '@/lib/contract/submission-fields';
import { choiceTypes } from './choice-types';
import { findSpdxId, isSpdxWord } from './spdx';
import {
  bound,
  defineType,
  formatNumber,
  numberOf,
  problem,
  rangeSentence,
  shown,
  shownText,
  textOf,
} from './type-parts';
import { perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

const dayFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/**
 * Every type that a field can have. A type says which options a declaration may have, how the form asks for a value,
 * what counts as a value, and how it is shown and found. Nothing else knows a type by its name.
 */
export const FIELD_TYPES = {
  text: defineType({
    description: 'A line of text.',
    options: {
      format: z.optional(
        z
          .enum(['spdx'], 'must be "spdx"')
          .check(z.meta({ description: 'spdx: an identifier of the SPDX License List, such as MIT.' })),
      ),
    },
    create: ({ format }) => ({
      control: {
        kind: 'line',
        inputMode: 'text',
        ...(format === 'spdx' && { placeholder: 'MIT' }),
      },
      ...(format === 'spdx' && { recognizes: isSpdxWord }),
      filter: { kind: 'texts' },
      read(input) {
        const text = withoutUnseen(textOf(input)).trim();
        if (format === 'spdx') {
          const id = findSpdxId(text);
          return id === undefined
            ? problem(t('field.useSPDX', 'Use an SPDX identifier, such as MIT or GPL-3.0-only.'))
            : shown(id);
        }
        const parsed = z
          .string()
          .check(tidied, z.minLength(1), z.maxLength(FIELD_LIMITS.textCharsMax), isLine, isVisible)
          .safeParse(text);
        return parsed.success
          ? shown(text)
          : problem(
              t('field.lineTooLong', 'Use one line of at most {max} characters.', {
                max: FIELD_LIMITS.textCharsMax,
              }),
            );
      },
    }),
  }),

  number: defineType({
    description: 'A number.',
    options: {
      min: bound('The smallest number that is accepted.'),
      max: bound('The largest number that is accepted.'),
      unit: z.optional(shownText(20, 'What is counted or measured, such as "kg". Shown after the number.')),
    },
    rule: {
      holds: ({ min = -Infinity, max = Infinity }) => min <= max,
      option: 'min',
      sentence: 'must not be above "max"',
    },
    create: ({ min = -Infinity, max = Infinity, unit }) => ({
      control: { kind: 'line', inputMode: 'decimal', ...(unit !== undefined && { unit }) },
      ...(unit === undefined && { needsLabel: true }),
      filter: { kind: 'range', of: 'number', ...(unit !== undefined && { unit }) },
      read(input) {
        const number = numberOf(textOf(input));
        if (number === undefined)
          return problem(t('field.numberExpected', 'Use a number, such as 12 or 0.5.'));
        if (number < min || number > max) return problem(rangeSentence(min, max));
        if (Math.abs(number) > NUMBER_MAX) return problem(rangeSentence(-NUMBER_MAX, NUMBER_MAX));
        return shown(`${formatNumber(number)}${unit === undefined ? '' : ` ${unit}`}`, number);
      },
    }),
  }),

  money: defineType({
    description: 'An amount of money in one currency.',
    options: {
      currency: z.string('must be text').check(
        z.refine(
          (code) => Intl.supportedValuesOf('currency').includes(code),
          'must be an ISO 4217 code of a currency, such as "USD"',
        ),
        z.meta({
          description: 'The ISO 4217 code, such as USD.',
        }),
      ),
    },
    create({ currency }) {
      const formatIn = (language: string) =>
        new Intl.NumberFormat(language, {
          style: 'currency',
          currency,
          trailingZeroDisplay: 'stripIfInteger',
        });
      const format = perLanguage(formatIn);
      const digits = formatIn('en').resolvedOptions().maximumFractionDigits ?? 2;
      const symbolOf = (made: Intl.NumberFormat) =>
        made.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
      const symbol = symbolOf(formatIn('en'));
      return {
        control: { kind: 'line', inputMode: 'decimal', unit: currency },
        filter: { kind: 'range', of: 'number', unit: currency },
        read(input) {
          const text = textOf(input);
          const bare = [currency, symbol, symbolOf(format())]
            .reduce((rest, sign) => rest.replace(sign, ''), text)
            .trim();
          const amount = numberOf(bare);
          if (
            amount === undefined ||
            amount < 0 ||
            amount > 1e12 ||
            Number(amount.toFixed(digits)) !== amount
          ) {
            return problem(
              t('field.useAmount', 'Use an amount in {currency}, such as {example}.', {
                currency,
                example: (12.5).toFixed(digits),
              }),
            );
          }
          return shown(format().format(amount), amount);
        },
      };
    },
  }),

  ...choiceTypes,

  date: defineType({
    description: 'A day.',
    options: {},
    create: () => ({
      control: { kind: 'day' },
      needsLabel: true,
      filter: { kind: 'range', of: 'day' },
      read(input) {
        const text = textOf(input);
        const parsed = z.iso.date().safeParse(text);
        if (!parsed.success) return problem(t('field.dateExpected', 'Use a date, such as 2026-01-31.'));
        return shown(dayFormat().format(new Date(`${text}T00:00:00Z`)), text);
      },
    }),
  }),

  url: defineType({
    description: 'A web address.',
    options: {
      facet: z._default(
        z.literal(false, "must be left out: lists can't be filtered by web addresses"),
        false,
      ),
    },
    create: () => ({
      control: { kind: 'line', inputMode: 'url', placeholder: 'https://' },
      read(input) {
        const parsed = webURL.safeParse(textOf(input));
        if (!parsed.success)
          return problem(parsed.error.issues[0]?.message ?? t('field.noWebLink', "That's not a web link."));
        const { hostname, pathname } = new URL(parsed.data);
        const path = pathname.replace(/\/$/, '');
        return {
          value: parsed.data,
          parts: [
            { text: `${hostname.replace(/^www\./, '')}${path.length > 40 ? '' : path}`, url: parsed.data },
          ],
          tokens: [],
        };
      },
    }),
  }),
};
