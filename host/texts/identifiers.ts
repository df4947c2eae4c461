import { createHash } from 'node:crypto';

/** The name of a text, by meaning: what the text is about, and what it says. */
export const KEY = /^[a-z][a-zA-Z\d]*(\.[a-z][a-zA-Z\d]*)+$/;

/**
 * In scripts for browsers, a free identifier stands for each text until its language is written, so that one build
 * serves any language. A minifier leaves a free identifier whole, and repeats a string or joins it to another one.
 */
export const IDENTIFIER = /\bTEXT\$[\w$]+/g;

/** Stands for the language itself. */
export const LANGUAGE_IDENTIFIER = 'TEXT$language';

/** With a hash of the English, so that a file of the build has another name when its words change. */
export const identifierOf = ({ key, english }: { key: string; english: string }): string =>
  `TEXT$${key.replaceAll('.', '$')}$${createHash('sha256').update(english).digest('hex').slice(0, 8)}`;
