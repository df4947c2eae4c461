import '@testing-library/jest-dom';

// Every test is a tab of its own.
afterEach(() => window.sessionStorage.clear());
