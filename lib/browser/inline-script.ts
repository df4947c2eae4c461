/**
 * The text of an inline script that calls a function with parameters, which must be valid JSON. The function may use
 * nothing else from outside: it runs in the page before all other scripts, as the build shortened it. Calls are marked
 * as pure, so that the page's scripts do not contain them again.
 */
export const inlineScript = <Parameters extends readonly (string | number)[]>(
  run: (...parameters: Parameters) => void,
  ...parameters: Parameters
): string => `(${String(run)})(${parameters.map((parameter) => JSON.stringify(parameter)).join()})`;
