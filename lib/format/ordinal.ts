const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const endings = new Map<Intl.LDMLPluralRule, string>([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);

/** `1st`, `22nd`, `113th`. */
export const formatOrdinal = (place: number) => `${place}${endings.get(rules.select(place)) ?? 'th'}`;
