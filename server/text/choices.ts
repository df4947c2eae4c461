import { perLanguage } from '@/lib/texts/language';

const pair = perLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' }));

/** `a or b or c`: a list of more than two would need commas, which values may contain. */
export const formatChoices = (choices: readonly string[]): string =>
  choices.reduce((before, choice) => pair().format([before, choice]));
