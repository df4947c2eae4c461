import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { keptTexts, VISITOR } from '@/lib/browser/kept-texts';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { ada } from '../../setup/screen-member';
import { renderScreen } from '../../setup/render-screen';
import { answers, handleField, renderSettings } from '../../setup/settings-screen';

const saveProfile = () => userEvent.click(screen.getByRole('button', { name: 'Save profile' }));

describe('the profile', () => {
  it('counts an emoji as one character, and cuts no name off', async () => {
    fakeApi(answers());
    renderSettings();
    await handleField();
    const name = screen.getByRole('textbox', { name: 'Name' });

    await userEvent.clear(name);
    await userEvent.click(name);
    await userEvent.paste('😀'.repeat(58));
    expect(screen.getByText('2 left')).toBeVisible();
    await userEvent.paste('😀'.repeat(2));
    expect(screen.getByText('10 characters or fewer left.')).toBeInTheDocument();
    expect(screen.queryByText('Too long.')).not.toBeInTheDocument();
    await userEvent.paste('😀');
    expect(screen.getByText('Too long.')).toBeInTheDocument();

    expect(screen.getByText('1 too many')).toBeVisible();
    expect(name).toHaveValue('😀'.repeat(61));
  });

  it('shows the values that the server stored', async () => {
    const bodies: unknown[] = [];
    fakeApi({
      ...answers(),
      'PATCH /user/private/profile': (_path, body) => {
        bodies.push(body);
        return ok({ user: { ...ada, name: 'Ada King', handle: 'ada-king' } });
      },
    });
    renderSettings();
    renderScreen(<ToastRegion />);
    await userEvent.clear(await handleField());
    await userEvent.type(await handleField(), 'Ada-King ');
    expect(await handleField()).toHaveAccessibleDescription('Your public page is localhost/u/ada-king');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Name' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada King');
    await saveProfile();

    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'See your public page' })).toHaveAttribute(
        'href',
        '/u/ada-king',
      ),
    );
    expect(await handleField()).toHaveValue('ada-king');
    expect(await screen.findByText('Profile saved.')).toBeInTheDocument();
    expect(bodies).toEqual([{ name: 'Ada King', handle: 'Ada-King ' }]);
  });

  it('sends what was changed here alone, and marks it: another tab may have saved the rest', async () => {
    const bodies: unknown[] = [];
    fakeApi({
      ...answers(),
      'PATCH /user/private/profile': (_path, body) => {
        bodies.push(body);
        return ok({ user: { ...ada, name: 'Ada King', handle: 'ada-king' } });
      },
    });
    renderSettings();
    await handleField();
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
    await userEvent.clear(await handleField());
    await userEvent.type(await handleField(), 'ada-king');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await saveProfile();

    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada King'));
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
    expect(bodies).toEqual([{ handle: 'ada-king' }]);
  });

  it('marks a text that the browser has kept and the server does not have', async () => {
    keptTexts.of(VISITOR).write('profile/name', 'Ada King');
    fakeApi(answers());
    renderSettings();
    await handleField();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada King');
    expect(screen.getByText('Not saved yet')).toBeVisible();
  });

  it('shows at the handle that it is taken, keeps the typed text and moves the focus there', async () => {
    fakeApi({
      ...answers(),
      'PATCH /user/private/profile': () =>
        refuse(409, 'conflict', 'This handle is already taken.', { handle: 'Taken.' }),
    });
    renderSettings();
    await userEvent.clear(await handleField());
    await userEvent.type(await handleField(), 'bob');
    await saveProfile();
    expect(await screen.findByText('This handle is already taken.')).toBeInTheDocument();
    expect(await handleField()).toBeInvalid();
    expect(await handleField()).toHaveValue('bob');
    await waitFor(async () => expect(await handleField()).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeValid();
  });

  it('shows a failure that concerns no field above the form', async () => {
    fakeApi({
      ...answers(),
      'PATCH /user/private/profile': () => refuse(403, 'forbidden', 'Your account is closed.'),
    });
    renderSettings();
    await handleField();
    await saveProfile();
    expect(await screen.findByText('Your account is closed.')).toHaveAttribute('role', 'alert');
    expect(await handleField()).toBeValid();
  });
});

describe('the image', () => {
  const picture = () => screen.getByLabelText('Image', { selector: 'input' });
  const png = new File(['a picture'], 'ada.png', { type: 'image/png' });
  const uploadedURL = '/api/images/abcdefghijklmnopqrstuv';

  /** The statuses that the URL of the image answers, in order. */
  function answerImages(...statuses: number[]) {
    Object.assign(globalThis, {
      fetch: () => Promise.resolve(new Response(null, { status: statuses.shift() ?? 200 })),
    });
  }
  const { fetch } = globalThis;
  afterEach(() => Object.assign(globalThis, { fetch }));

  it('is saved after the server has processed it, and can be removed', async () => {
    const bodies: unknown[] = [];
    answerImages(423, 200);
    fakeApi({
      ...answers(),
      'POST /user/private/images': () => ok({ imageURL: uploadedURL }),
      'PATCH /user/private/profile': (_path, body) => {
        bodies.push(body);
        return ok({ user: { ...ada, avatarURL: bodies.length === 1 ? uploadedURL : null } });
      },
    });
    renderSettings();
    await handleField();
    await userEvent.upload(picture(), png);
    expect(await screen.findByText('Saving your image…')).toBeInTheDocument();
    expect(bodies).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }, { timeout: 3_000 }));
    expect(await screen.findByRole('button', { name: 'Upload an image' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('group', { name: 'Image' })).toHaveFocus());
    expect(bodies).toEqual([{ avatarURL: uploadedURL }, { avatarURL: null }]);
  });

  it('stays the same when the new one is not readable', async () => {
    answerImages(415);
    const api = fakeApi({
      ...answers(),
      'POST /user/private/images': () => ok({ imageURL: uploadedURL }),
    });
    renderSettings();
    await handleField();
    await userEvent.upload(picture(), png);
    expect(await screen.findByText("We can't read that image. Choose another one.")).toHaveAttribute(
      'role',
      'alert',
    );
    expect(api.calls()).not.toContain('PATCH /user/private/profile');
  });
});

it('downloads all data as one JSON file, named after site and day', async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  // jsdom cannot save a file, and logs an error.
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
      names.push(event.target.download);
      event.preventDefault();
    },
    { capture: true },
  );
  const answer = held();
  const account = { users: [{ id: 1, name: 'Ada Lovelace' }], upvotes: [] };
  fakeApi({ ...answers(), 'GET /user/private/export': () => answer.answer });
  renderSettings();
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText('Preparing your data…')).toBeInTheDocument();
  answer.send(ok({ exportedAt: '2026-11-21T12:00:00.000Z', account }));

  await waitFor(() => expect(names).toEqual(['listgrove-export-2026-11-21.json']));
  const [blob = new Blob()] = saved;
  const text = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob);
  });
  expect(JSON.parse(String(text))).toEqual({ exportedAt: '2026-11-21T12:00:00.000Z', account });
});

it('shows that the data could not be exported', async () => {
  fakeApi({
    ...answers(),
    'GET /user/private/export': () => refuse(503, 'unavailable', 'Back in a moment.'),
  });
  renderSettings();
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText('Back in a moment.')).toHaveAttribute('role', 'alert');
});
