/**
 * The text of an inline script that calls a function with these values. A value may be a function, too. Each function may
 * use its values alone, and no other name of its file: the text of the function, as the build shortened it, runs in the page before all other scripts.
 * Mark calls of `inlineScript` as pure, so that the page's scripts do not contain the function again.
 */
export const inlineScript = <Values extends readonly (string | number | ((...values: never[]) => unknown))[]>(
  run: (...values: Values) => void,
  ...values: Values
): string =>
  `(${String(run)})(${values.map((value) => (typeof value === 'function' ? String(value) : JSON.stringify(value))).join()})`;
