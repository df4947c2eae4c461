import * as z from 'zod/mini';
import { matching, whole } from './env-checks';

const atMost = (chars: number) =>
  z._default(z.string().check(z.maxLength(chars, `a text of at most ${chars} characters`)), '');

/** Who runs the site, for the privacy page, the terms and the end of emails; and the owner's words in the newsletter. */
export const operatorVariables = {
  SITE_OPERATOR: atMost(200),
  SITE_OPERATOR_ADDRESS: atMost(500),
  SITE_OPERATOR_EMAIL: matching(
    /^(?=.{3,254}$)[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/,
    'an email address, for example team@example.com',
  ),
  /** How long the owner keeps the log. */
  LOG_DAYS: z._default(whole({ min: 1, max: 3_650, example: 30 }), 30),
  NEWSLETTER_SUBJECT: atMost(150),
  NEWSLETTER_GREETING: atMost(1_000),
};

type OperatorValues = Record<'SITE_OPERATOR' | 'SITE_OPERATOR_ADDRESS' | 'SITE_OPERATOR_EMAIL', string>;

export const operatorOf = (values: OperatorValues) => ({
  /** Empty for each that is not stated. */
  name: values.SITE_OPERATOR.trim(),
  address: values.SITE_OPERATOR_ADDRESS.trim(),
  email: values.SITE_OPERATOR_EMAIL.trim(),
});
