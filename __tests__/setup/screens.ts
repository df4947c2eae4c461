import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import './left-behind';
import './whole-screen';

// A busy machine needs longer than the default of one second.
configure({ asyncUtilTimeout: 5_000 });

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
