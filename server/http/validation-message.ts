import type * as z from 'zod/mini';

const KINDS = new Map<string, string>([
  ['string', 'text'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['boolean', 'true or false'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['file', 'a file'],
]);

/** The message for an invalid input where the contract has none: mistakes of programs rather than of people. */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'This is missing.';
      const kind = KINDS.get(issue.expected);
      return kind ? `This must be ${kind}.` : "This isn't valid.";
    }
    case 'invalid_value':
      return `This must be ${issue.values.map(String).join(' or ')}.`;
    case 'too_small':
      return `Use at least ${issue.minimum}${unitOf(issue.origin)}.`;
    case 'too_big':
      return `Use at most ${issue.maximum}${unitOf(issue.origin)}.`;
    default:
      return "This isn't valid.";
  }
};

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
