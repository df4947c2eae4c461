import { readdirSync, readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { ContactForm } from '@/components/contact/contact-form';
import { KeptTexts, ToastRegion } from '@/components/layout/app-parts';
import Appeals from '@/components/moderation/sections/appeals';
import { AlternativeQueue } from '@/components/moderation/queue/alternative-queue';
import Reports from '@/components/moderation/sections/reports';
import { TagItem } from '@/components/moderation/tags/tag-item';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const at = '2026-11-20T10:00:00.000Z';
const product = {
  ...{ id: '7', slug: 'figgle', name: 'Figgle', url: 'https://figgle.example', imageURL: '/x.svg' },
  ...{ upvoteCount: 3, status: 'approved', isOwn: false },
};
const appeal = {
  ...{ id: '7', kind: 'ban', product: null, reason: 'Spam.', deciderHandle: 'mo', text: 'It is no poem.' },
  ...{ member: { id: '3', handle: 'ada', name: 'Ada' }, createdAt: at },
};
const reported = { product, reportCount: 1, oldestAt: at, reports: [] };
const pair = {
  ...{ id: '1-2', product: buildWireProduct(1), alternative: buildWireProduct(2), status: 'pending' },
  createdAt: at,
};
const tag = {
  ...{ id: '5', slug: 'editors', name: 'Editors', productCount: 1, parent: null, synonyms: [] },
  ...{ formerSlugs: [], isHidden: false, description: '' },
};

const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

const forms: {
  form: string;
  page: ReactElement;
  list: Parameters<typeof fakeApi>[0];
  call: string;
  open: () => Promise<void>;
  field: RegExp;
  send: RegExp;
}[] = [
  {
    form: 'the reply to an appeal',
    page: <Appeals />,
    list: { 'GET /moderation/appeals': () => ok({ appeals: [appeal], nextCursor: null }) },
    call: 'POST /moderation/appeals/7',
    open: () => Promise.resolve(),
    field: /^Your reply/,
    send: /^Let it stand/,
  },
  {
    form: 'the decision about reports',
    page: <Reports />,
    list: { 'GET /moderation/reports': () => ok({ products: [reported], seen: at, nextCursor: null }) },
    call: 'POST /moderation/products/7/reports',
    open: () => press(/^Dismiss for Figgle/),
    field: /^Note to the reporter/,
    send: /^Dismiss$/,
  },
  {
    form: 'the reason for a rejection',
    page: <AlternativeQueue />,
    list: { 'GET /moderation/alternatives': () => ok({ proposals: [pair], nextCursor: null }) },
    call: 'POST /moderation/alternatives/1-2/reject',
    open: () => press(/^Reject …/),
    field: /^Why are you rejecting/,
    send: /^Send rejection/,
  },
  {
    form: 'the description of a tag',
    page: <TagItem tag={tag} onChanged={() => Promise.resolve()} />,
    list: {},
    call: 'PUT /moderation/tags/5/description',
    open: () => userEvent.click(screen.getByText(/^Change/)),
    field: /^Description/,
    send: /^Save the description/,
  },
];

afterEach(() => clearSessionToken());

describe('a kept text', () => {
  it.each(forms)(
    'stays when $form fails, also over a reload, and is forgotten once it is sent',
    async (each) => {
      storeSessionToken('token');
      let isFailing = true;
      const api = fakeApi({
        ...each.list,
        [each.call]: () =>
          isFailing ? refuse(503, 'unavailable', 'Try again later.') : ok({ decidedCount: 1, tag }),
      });
      const calls = () => api.calls().filter((call) => call === each.call).length;
      const show = () =>
        renderScreen(
          <>
            {each.page}
            <ToastRegion />
          </>,
        );
      const first = show();
      await each.open();
      await userEvent.type(
        await screen.findByRole('textbox', { name: each.field }),
        'It took long to write.',
      );
      await press(each.send);
      await waitFor(() => expect(calls()).toBe(1));
      first.unmount();

      isFailing = false;
      show();
      await each.open();
      expect(await screen.findByRole('textbox', { name: each.field })).toHaveValue('It took long to write.');
      await press(each.send);
      await waitFor(() => expect(window.sessionStorage.getItem('keptTexts')).toBeNull());
      expect(calls()).toBe(2);
    },
  );
});

it('is forgotten in one place, which waits for the server, so that the next form does not forget too early', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => [file, readFileSync(`components/${file}`, 'utf8')] as const);
  const using = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([file]) => file);
  expect(using(/browser\/kept-texts'/)).toEqual(['layout/app-parts.tsx']);
  // When it is canceled, or its changes are discarded.
  expect(using(/\.forget\(\)/).toSorted()).toEqual([
    'moderation/pages/page-editor.tsx',
    'moderation/settings/settings-form.tsx',
    'submissions/texts-form.tsx',
  ]);
  const forming = using(/useKeptForm\(/);
  expect(forming.length).toBeGreaterThan(10);
  const count = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].length;
  const forgetful = files.filter(
    ([, text]) => count(/ = useKeptForm\(/g, text) > count(/\.untilSent\(/g, text),
  );
  expect(forgetful.map(([file]) => file)).toEqual([]);
});

describe('the texts of a member', () => {
  const page = () => renderScreen(<KeptTexts>{<ContactForm wasSent={false} failure={null} />}</KeptTexts>);
  const message = () => screen.getByRole('textbox', { name: 'Message' });
  const signIn = (name: string) => {
    fakeApi({
      'GET /user/private/getProtectedUserInfo': () =>
        ok({
          user: { id: name, name, email: `${name}@x.example`, handle: name, pictureURL: '', role: 'user' },
        }),
    });
    storeSessionToken(`token-of-${name}`);
  };

  it('are not shown to the next one after the end of a session, and are back with the first', async () => {
    signIn('ada');
    const first = page();
    await userEvent.type(message(), 'My secret.');
    await waitFor(() => expect(window.sessionStorage.getItem('keptTexts')).toContain('My secret.'));
    // The session ends while the form is open, and she goes on to write.
    act(() => clearSessionToken());
    await userEvent.type(message(), ' And more.');
    first.unmount();

    const visitor = page();
    expect(message()).toHaveValue('');
    visitor.unmount();
    signIn('ben');
    const second = page();
    await userEvent.type(message(), 'Hello.');
    await waitFor(() => expect(window.sessionStorage.getItem('keptTexts')).toContain('Hello.'));
    expect(message()).toHaveValue('Hello.');
    second.unmount();
    clearSessionToken();

    signIn('ada');
    page();
    await waitFor(() => expect(message()).toHaveValue('My secret. And more.'));
  });

  it('begin with what they typed before they signed in', async () => {
    const first = page();
    await userEvent.type(message(), 'Hello.');
    first.unmount();
    signIn('ada');
    const second = page();
    await waitFor(() => expect(message()).toHaveValue('Hello.'));
    await userEvent.type(message(), ' It is me.');
    second.unmount();
    clearSessionToken();
    page();
    expect(message()).toHaveValue('');
  });
});
