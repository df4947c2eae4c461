import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import {
  useDescriptionPreview,
  useDuplicates,
  useSubmission,
  useTagSuggestions,
} from '@/hooks/submissions/use-submission-queries';
import { storeSessionToken } from '@/lib/session-token';
import { fakeApi, refuse } from '../setup/fake-api';

const WithoutCache = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
);
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  storeSessionToken('token');
});
afterEach(() => jest.useRealTimers());

const typed = { url: 'https://acme.example/', name: 'Acme' };
const chosen: string[] = [];
const product = 'GET /user/private/products/7';
const description = 'POST /user/private/descriptions/preview';
const duplicates = 'GET /user/private/duplicates';

it.each([
  ['the product', product, () => void useSubmission('7')],
  ['the preview of a description', description, () => void useDescriptionPreview('Hello')],
  ['duplicates', duplicates, () => void useDuplicates(typed)],
  ['tags', 'GET /tags', () => void useTagSuggestions('', chosen)],
])('asks for %s once, however long the server fails', async (_name, call, useQuery) => {
  const api = fakeApi({ [call]: () => refuse(503, 'unavailable', 'The server is resting.') });
  renderHook(useQuery, { wrapper: WithoutCache });
  await pass(120_000);
  expect(api.calls()).toHaveLength(1);
});

it.each([
  ['the preview of a description', description, () => void useDescriptionPreview('Hello')],
  ['tags', 'GET /tags', () => void useTagSuggestions('', chosen)],
])('does not ask for %s again when the window gets the focus', async (_name, call, useQuery) => {
  const api = fakeApi({ [call]: () => refuse(503, 'unavailable', 'The server is resting.') });
  renderHook(useQuery, { wrapper: WithoutCache });
  await pass(10_000);
  act(() => void window.dispatchEvent(new Event('focus')));
  await pass(10_000);
  expect(api.calls()).toHaveLength(1);
});

it.each([
  ['nothing is typed', { url: ' ', name: ' ' }, 0],
  ['a link is typed', { url: 'a', name: '' }, 1],
  ['a name is typed', { url: '', name: 'a' }, 1],
  ['the name is as long as allowed', { url: '', name: 'n'.repeat(60) }, 1],
  ['the name is too long', { url: 'a', name: 'n'.repeat(61) }, 0],
  ['the link is as long as allowed', { url: 'u'.repeat(2_048), name: '' }, 1],
  ['the link is too long', { url: 'u'.repeat(2_049), name: 'a' }, 0],
])('looks for duplicates or not when %s', async (_name, values, count) => {
  const api = fakeApi({ [duplicates]: () => refuse(503, 'unavailable', 'The server is resting.') });
  renderHook(() => useDuplicates(values), { wrapper: WithoutCache });
  await pass(10_000);
  expect(api.calls()).toHaveLength(count);
});
