import '@testing-library/jest-dom';

/** The forms that a browser would have sent itself, which loads another page. */
let sentForms: string[] = [];
window.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target instanceof HTMLFormElement) sentForms.push(target.action);
});
afterEach(() => {
  const sent = sentForms;
  sentForms = [];
  expect(sent).toEqual([]);
});

// Every test is a tab of its own.
afterEach(() => window.sessionStorage.clear());
