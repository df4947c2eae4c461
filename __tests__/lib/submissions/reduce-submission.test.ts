import { reduceSubmission, type SubmissionEvent } from '@/lib/submissions/reduce-submission';
import {
  beginSubmission,
  draftOf,
  listedAtURL,
  type SubmissionState,
} from '@/lib/submissions/submission-state';
import { buildAcmeSubmission, buildPreview, buildReference } from '../../setup/submission-answers';

const after = (state: SubmissionState, ...events: SubmissionEvent[]) =>
  events.reduce(reduceSubmission, state);

const typed: SubmissionEvent = { type: 'changed', values: { url: 'acme.example' } };
const loading = after(beginSubmission(), typed, { type: 'preview-requested' });
const loaded = (overrides = {}): SubmissionEvent => ({
  type: 'preview-loaded',
  preview: buildPreview(overrides),
});
const complete = after(loading, loaded(), { type: 'changed', values: { tags: ['Charts'] } });
const sending = after(complete, { type: 'submitted' });
const failed = (failure: object): SubmissionEvent => ({
  type: 'send-failed',
  failure: { message: 'No.', ...failure },
});

it('begins with the URL for a new product, and with the form for an edit', () => {
  expect(beginSubmission().step).toBe('url');
  const edit = beginSubmission(buildAcmeSubmission());
  expect(edit).toMatchObject({
    step: 'form',
    productId: '7',
    values: { name: 'Acme', iconURL: null, screenshotURL: null },
  });
});

it('requests a preview only of a valid URL', () => {
  const invalid = after(beginSubmission(), { type: 'preview-requested' });
  expect(invalid).toMatchObject({ step: 'url', preview: { status: 'none' }, focus: { on: 'first-error' } });
  expect(Object.keys(invalid.errors)).toEqual(['url']);
  expect(loading.preview).toEqual({ status: 'loading', url: 'acme.example' });
  expect(after(loading, { type: 'preview-requested' })).toBe(loading);
});

it('opens the form with what the page says', () => {
  const images = {
    iconURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa',
    screenshotURL: '/api/images/bbbbbbbbbbbbbbbbbbbbbb',
  };
  expect(after(loading, loaded(images))).toMatchObject({
    step: 'form',
    values: { url: 'https://acme.example/', name: 'Acme', ...images },
    pageImages: images,
    preview: { note: "Fetched from the page: name, tagline, icon and screenshot. Edit anything that's off." },
    focus: { on: 'first-empty' },
  });
});

it('ignores a preview that arrives after the member went on without it', () => {
  const skipped = after(loading, { type: 'preview-skipped' });
  expect(skipped).toMatchObject({ step: 'form', preview: { status: 'none' } });
  expect(after(skipped, loaded())).toBe(skipped);
  const restarted = after(loading, loaded(), { type: 'preview-requested' }, { type: 'started-over' });
  expect(after(restarted, loaded())).toBe(restarted);
});

it('keeps a URL that the member changed while the page was fetched', () => {
  const changed = after(loading, { type: 'changed', values: { url: 'other.example' } }, loaded());
  expect(changed.values).toMatchObject({ url: 'other.example', name: 'Acme' });
});

it("replaces the page's image with the next page's, but not the member's own", () => {
  const [first, second, own] = ['/api/images/1', '/api/images/2', '/api/images/own'];
  const withImage = after(loading, loaded({ screenshotURL: first }));
  const again = (state: SubmissionState) =>
    after(state, { type: 'preview-requested' }, loaded({ screenshotURL: second }));
  expect(again(withImage)).toMatchObject({
    values: { screenshotURL: second },
    pageImages: { iconURL: null, screenshotURL: second },
  });
  const withOwn = after(withImage, { type: 'changed', values: { screenshotURL: own } });
  expect(again(withOwn)).toMatchObject({
    values: { screenshotURL: own },
    pageImages: { screenshotURL: second },
  });
});

it('stays at the URL that leads to a listed product, until another one is typed', () => {
  const product = buildReference();
  const found = after(loading, loaded({ duplicateOf: product }));
  expect(found).toMatchObject({ step: 'url', focus: { on: 'listed-product' } });
  expect(listedAtURL(found)).toEqual(product);
  expect(listedAtURL(after(found, { type: 'changed', values: { url: 'other.example' } }))).toBeUndefined();
});

it('checks all fields when the form is submitted, then each field when it changes', () => {
  const untouched = after(beginSubmission(), { type: 'preview-skipped' });
  expect(after(untouched, { type: 'changed', values: { name: 'A' } }).errors).toEqual({});
  const submitted = after(untouched, { type: 'submitted' });
  expect(submitted).toMatchObject({ step: 'form', focus: { on: 'first-error' } });
  expect(Object.keys(submitted.errors).sort()).toEqual(['name', 'tagline', 'tags', 'url']);
  const named = after(submitted, { type: 'changed', values: { name: 'Acme' } });
  expect(Object.keys(named.errors).sort()).toEqual(['tagline', 'tags', 'url']);
  const unnamed = after(named, { type: 'changed', values: { name: 'A' } });
  expect(unnamed.errors.name).toBe(submitted.errors.name);
});

it('ignores a second submission and a new start while a submission is being sent', () => {
  expect(sending).toMatchObject({ step: 'sending', errors: {} });
  expect(after(sending, { type: 'submitted' }, { type: 'started-over' })).toBe(sending);
});

it('returns to the form when an upload fails or the server refuses', () => {
  expect(after(sending, { type: 'upload-failed' })).toMatchObject({ step: 'form', values: complete.values });
  expect(after(sending, failed({ code: 'unavailable' }))).toMatchObject({
    step: 'form',
    refusal: { message: 'No.', isGone: false },
    errors: {},
  });
  expect(after(sending, failed({ code: 'gone' }))).toMatchObject({ refusal: { isGone: true } });
});

it("shows the server's errors at their fields, and as a sentence only where no field is at fault", () => {
  const refused = after(sending, failed({ fields: { 'tags.0': 'Not that tag.', name: 'Not that name.' } }));
  expect(refused.errors).toEqual({ tags: 'Not that tag.', name: 'Not that name.' });
  expect(refused).toMatchObject({ refusal: { message: undefined } });
  expect(after(sending, failed({ fields: { other: 'What?' } }))).toMatchObject({
    errors: {},
    refusal: { message: 'No.' },
  });
});

it('shows the product that has the URL, until the URL changes', () => {
  const product = buildReference();
  const refused = after(sending, failed({ code: 'conflict', product }));
  expect(listedAtURL(refused)).toEqual(product);
  expect(listedAtURL(after(refused, { type: 'changed', values: { url: 'other.example' } }))).toBeUndefined();
});

it('starts over and brings back the same step and values', () => {
  const empty = after(complete, { type: 'started-over' });
  expect(empty).toMatchObject({ step: 'url', values: { url: '', name: '' }, draft: { status: 'discarded' } });
  expect(draftOf(empty)).toBeUndefined();
  const back = after(empty, { type: 'brought-back' });
  expect(back).toMatchObject({ step: 'form', values: complete.values, draft: { status: 'none' } });
  expect(draftOf(back)).toEqual(draftOf(complete));
});
