import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ImageField } from '@/components/submissions/image-field';
import { useImageUpload } from '@/hooks/use-image-upload';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const uploaded = '/api/images/aaaaaaaaaaaaaaaaaaaaaa';
const fromPage = '/api/images/pppppppppppppppppppppp';
const prepared = (imageURL: string) => `${imageURL}/card.webp`;
const tile = '/api/tiles/Acme.svg';

let made = 0;
/** The statuses with which pictures answer, in order; the last one stays. */
let statuses: number[] = [200];

beforeEach(() => {
  made = 0;
  statuses = [200];
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = () => undefined;
  window.fetch = () => {
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    return Promise.resolve(new Response('', { status }));
  };
});

function Picture({
  first = null,
  pageImageURL = null,
}: {
  first?: string | null;
  pageImageURL?: string | null;
}) {
  const [imageURL, setImageURL] = useState(first);
  const upload = useImageUpload(imageURL, setImageURL);
  return (
    <>
      <ImageField upload={upload} imageURL={imageURL} pageImageURL={pageImageURL} name="Acme" />
      <output>{imageURL ?? 'none'}</output>
    </>
  );
}

const box = () => screen.getByRole('group', { name: 'Picture (optional)' });
const shown = () => box().querySelector('img')?.getAttribute('src');
const value = () => screen.getByText(/^(none|\/api\/images\/.*)$/).textContent;
const png = (name = 'shot.png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
const choose = (file: File) =>
  userEvent
    .setup({ applyAccept: false })
    .upload(screen.getByLabelText('Picture', { selector: 'input' }), file);
const button = (name: string) => screen.queryByRole('button', { name });

it('uploads a chosen file, shows it at once, and waits until the server has prepared it', async () => {
  const upload = held();
  const sent: unknown[] = [];
  statuses = [423, 200];
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': (_path, body) => {
      sent.push(body);
      return upload.answer;
    },
  });
  renderScreen(<Picture />);
  expect(shown()).toBe(tile);

  await choose(png());
  expect(await screen.findByText('Uploading …')).toBeInTheDocument();
  expect(shown()).toBe('blob:1');
  expect(value()).toBe('none');

  upload.send(ok({ imageURL: uploaded }));
  expect(await screen.findByText(/^Uploaded\. It is being prepared/)).toBeInTheDocument();
  expect(value()).toBe(uploaded);
  expect(shown()).toBe('blob:1');
  await waitFor(() => expect(shown()).toBe(prepared(uploaded)), { timeout: 3_000 });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toBeInstanceOf(FormData);

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(value()).toBe('none');
  expect(shown()).toBe(tile);
  expect(button('Choose a file')).toHaveFocus();
});

it('takes a dropped and a pasted file', async () => {
  const answers = [uploaded, fromPage];
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': () => ok({ imageURL: answers.shift() ?? '' }),
  });
  renderScreen(<Picture />);
  fireEvent.drop(box().querySelector('img') ?? box(), {
    dataTransfer: { files: [png()], types: ['Files'] },
  });
  await waitFor(() => expect(value()).toBe(uploaded));

  const paste = createEvent.paste(document.body, { clipboardData: { files: [png()], types: ['Files'] } });
  fireEvent(document.body, paste);
  expect(paste.defaultPrevented).toBe(true);
  await waitFor(() => expect(value()).toBe(fromPage));
});

it('marks where a file will go while it is held over the page, which the browser then does not leave', () => {
  fakeApi(signInOnScreen());
  renderScreen(<Picture />);
  const marked = () => box().querySelector('.picture-box.bg-tint') !== null;
  const hold = createEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
  fireEvent(document.body, hold);
  expect(hold.defaultPrevented).toBe(true);
  expect(marked()).toBe(true);
  fireEvent.dragLeave(document.body, { relatedTarget: null });
  expect(marked()).toBe(false);

  const text = createEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'] } });
  fireEvent(document.body, text);
  expect(text.defaultPrevented).toBe(false);
});

it('leaves a pasted text alone, even when a picture of it comes along', () => {
  fakeApi(signInOnScreen());
  renderScreen(<Picture />);
  const clipboardData = { files: [png()], types: ['text/plain', 'Files'] };
  const paste = createEvent.paste(document.body, { clipboardData });
  fireEvent(document.body, paste);
  expect(paste.defaultPrevented).toBe(false);
  expect(value()).toBe('none');
});

it('refuses what is no picture, is empty or too large, before anything is sent', async () => {
  const api = fakeApi(signInOnScreen());
  renderScreen(<Picture />);
  await choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
  expect(screen.getByRole('alert')).toHaveTextContent("logo.svg isn't an image we can use.");
  expect(box()).toHaveAccessibleDescription(/logo\.svg isn't an image/);
  await choose(png('empty.png', 0));
  expect(screen.getByRole('alert')).toHaveTextContent('empty.png is empty.');
  await choose(png('huge.png', 9 * 1024 * 1024));
  expect(screen.getByRole('alert')).toHaveTextContent('huge.png is 9.0 MiB. The limit is 8 MiB.');
  expect(api.calls()).toEqual([]);
});

it('says why the server did not take a picture, and keeps the one before', async () => {
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': () =>
      refuse(413, 'too_large', 'Too many pixels.', { file: 'That picture has too many pixels.' }),
  });
  renderScreen(<Picture first={uploaded} />);
  await choose(png());
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('That picture has too many pixels.'),
  );
  expect(value()).toBe(uploaded);
  expect(shown()).toBe(prepared(uploaded));
});

it('lets go of a picture that turns out to be unreadable, or is gone', async () => {
  statuses = [415];
  fakeApi(signInOnScreen());
  renderScreen(<Picture first={uploaded} />);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/cannot be read/));
  expect(value()).toBe('none');
  expect(shown()).toBe(tile);
});

it('offers the picture of the page while another one is chosen', async () => {
  fakeApi(signInOnScreen());
  renderScreen(<Picture first={fromPage} pageImageURL={fromPage} />);
  await waitFor(() => expect(shown()).toBe(prepared(fromPage)));
  expect(button('Use the page’s picture')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use the page’s picture' }));
  expect(value()).toBe(fromPage);
});
