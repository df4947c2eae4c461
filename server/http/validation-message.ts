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

/** What is the matter with an input, where the contract has no words of its own: what a program got wrong, not a person. */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'This is missing.';
      const kind = KINDS.get(issue.expected);
      return kind ? `This must be ${kind}.` : 'This is not valid.';
    }
    case 'invalid_value':
      return `This must be ${issue.values.map(String).join(' or ')}.`;
    case 'too_small':
      return `The least is ${issue.minimum}${unitOf(issue.origin)}.`;
    case 'too_big':
      return `The most is ${issue.maximum}${unitOf(issue.origin)}.`;
    default:
      return 'This is not valid.';
  }
};

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
