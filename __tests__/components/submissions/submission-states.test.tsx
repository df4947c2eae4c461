import { screen, within } from '@testing-library/react';
import { FormActions } from '@/components/submissions/form-end';
import { URLField, URLStep } from '@/components/submissions/url-fields';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { freshState, type SharedState } from '@/lib/submissions/submission-state';
import { EMPTY_VALUES, valuesOf } from '@/lib/submissions/submission-values';
import { renderScreen } from '../../setup/render-screen';
import { buildAcmeSubmission, buildReference } from '../../setup/submission-answers';

const ignore = () => undefined;
const url = 'https://acme.example/';
const touched = { ...EMPTY_VALUES, url };
const fresh: SharedState = freshState(EMPTY_VALUES);

/** Every button with its state, as `Submit this tool (busy)`. */
const buttons = () =>
  screen.queryAllByRole('button').map((button) => {
    const isBusy = button.getAttribute('aria-disabled') === 'true';
    return `${button.textContent}${isBusy ? ' (busy)' : ''}${button.querySelector('svg.animate-spin') ? ' …' : ''}`;
  });

describe('the end of the form', () => {
  it.each([
    [{ step: 'form' as const }, EMPTY_VALUES, ['Submit this tool']],
    [{ step: 'form' as const }, touched, ['Submit this tool', 'Start over']],
    [{ step: 'sending' as const }, EMPTY_VALUES, ['Submit this tool (busy) …']],
    [{ step: 'sending' as const }, touched, ['Submit this tool (busy) …', 'Start over (busy)']],
  ])('in the state %j has the right buttons', (step, values, expected) => {
    renderScreen(<FormActions state={{ ...fresh, values, ...step }} dispatch={ignore} />);
    expect(buttons()).toEqual(expected);
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.getByText(/^A moderator reviews every tool/)).toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it.each([
    [{ isGone: false }, touched, ''],
    [{ isGone: false, message: 'Wait.' }, EMPTY_VALUES, 'Wait.'],
    [{ isGone: false, message: 'Wait.' }, touched, "Wait. We've kept what you wrote."],
    [
      { isGone: true, message: 'No.' },
      EMPTY_VALUES,
      'This tool was removed while you were editing it. Go to your dashboard',
    ],
  ])('says of the refusal %j what to do', (refusal, values, expected) => {
    renderScreen(<FormActions state={{ ...fresh, values, step: 'form', refusal }} dispatch={ignore} />);
    expect(screen.getByRole('alert').textContent.replace(/\s+/g, ' ').trim()).toBe(expected);
    expect(screen.queryAllByRole('link')).toHaveLength(refusal.isGone ? 1 : 0);
  });

  const mine: SubmittedProduct = buildAcmeSubmission({ status: 'approved' });
  const changed = /^This tool stays listed as it is/;
  const sameNow = /^A new name, link or image shows once a moderator approves it/;
  it.each([
    [{ status: 'rejected' as const }, {}, 'Submit again', /^It will be submitted again/],
    [{ status: 'pending' as const }, {}, 'Save changes', /^It's waiting for a moderator\. Editing/],
    [
      { status: 'pending' as const, queuePlace: 1 },
      {},
      'Save changes',
      /^It's waiting for a moderator, number 1 in the queue\. /,
    ],
    [{}, {}, 'Save changes', sameNow],
    [{}, { tagline: 'Another sentence' }, 'Save changes', sameNow],
    [{}, { name: 'Other' }, 'Save changes', changed],
    [{}, { url: 'https://other.example/' }, 'Save changes', changed],
    [{}, { iconURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa' }, 'Save changes', changed],
  ])('for the product %j with the changes %j says what saving does', (product, values, label, text) => {
    const edited = { ...mine, ...product };
    const initial = valuesOf(edited);
    const state = { ...freshState(initial, '7'), values: { ...initial, ...values }, step: 'form' as const };
    renderScreen(<FormActions state={state} dispatch={ignore} product={edited} />);
    expect(screen.getByRole('status')).toHaveTextContent(text);
    expect(buttons()).toEqual([label, ...(Object.keys(values).length > 0 ? ['Discard changes'] : [])]);
    expect(screen.queryByText(/^A moderator reviews every/)).not.toBeInTheDocument();
  });
});

const listed = buildReference();
const found = { preview: { status: 'listed' as const, url, product: listed }, values: touched };
const loading = { preview: { status: 'loading' as const, url }, values: touched };

describe('the field for the link', () => {
  const elsewhere = /^That link leads to this tool/;
  it.each([
    ['nothing', {}, undefined, { hasNotice: false, leadsElsewhere: false }],
    ['a typed link that is listed', {}, listed, { hasNotice: true, leadsElsewhere: false }],
    ['a page that is listed', found, undefined, { hasNotice: true, leadsElsewhere: true }],
    ['a typed link and its page that are listed', found, listed, { hasNotice: true, leadsElsewhere: false }],
    ['a page that is being fetched', loading, undefined, { hasNotice: false, leadsElsewhere: false }],
    ['a listed page that is being fetched', loading, listed, { hasNotice: false, leadsElsewhere: false }],
  ])('as the first step with %s', (_name, state: Partial<SharedState>, duplicateOf, expected) => {
    renderScreen(
      <URLStep state={{ ...fresh, ...state, step: 'url' }} dispatch={ignore} duplicateOf={duplicateOf} />,
    );
    const isLoading = state.preview?.status === 'loading';
    expect({
      hasNotice: screen.queryByText('Upvote it instead') !== null,
      leadsElsewhere: screen.queryByText(elsewhere) !== null,
    }).toEqual(expected);
    expect(buttons().slice(0, 2)).toEqual([
      isLoading ? 'Continue (busy) …' : 'Continue',
      'Fill it in myself',
    ]);
    const [hint] = screen.getAllByRole('status');
    expect(hint).toHaveTextContent(
      isLoading ? /^Fetching details from acme\.example/ : /^We'll fetch the name/,
    );
    expect(screen.getByRole('textbox').hasAttribute('readonly')).toBe(isLoading);
  });

  it.each([
    ['is empty', {}, undefined, []],
    ['is new', { values: touched }, undefined, ['Fetch details']],
    ['is being fetched', loading, undefined, ['Fetch details (busy) …']],
    ['leads to a listed page', found, undefined, ['Fetch details', 'Upvote it instead']],
    ['is listed', { values: touched }, listed, ['Fetch details', 'Upvote it instead']],
  ])('in the whole form, while the link %s', (_name, state: Partial<SharedState>, duplicateOf, expected) => {
    renderScreen(
      <URLField state={{ ...fresh, ...state, step: 'form' }} dispatch={ignore} duplicateOf={duplicateOf} />,
    );
    expect(buttons()).toEqual(expected);
  });

  it('shows the note of a fetched page', () => {
    const done = { ...fresh, preview: { status: 'done' as const, note: 'Fetched.' }, step: 'form' as const };
    renderScreen(<URLField state={done} dispatch={ignore} />);
    expect(screen.getByText('Fetched.')).toBeInTheDocument();
    expect(within(screen.getByRole('status')).queryByText(/./)).not.toBeInTheDocument();
  });
});
