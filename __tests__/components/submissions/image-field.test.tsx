import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ProductImageField } from '@/components/submissions/product-image-field';
import { useImageUpload } from '@/hooks/use-image-upload';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const uploaded = '/api/images/aaaaaaaaaaaaaaaaaaaaaa';
const fromPage = '/api/images/pppppppppppppppppppppp';
const processed = (imageURL: string) => `${imageURL}/card.webp`;
const tile = '/api/tiles/Acme.svg';

let blobCount = 0;
/** The statuses of requests for an image, in order. The last one repeats. */
let statuses: number[] = [200];

beforeEach(() => {
  blobCount = 0;
  statuses = [200];
  URL.createObjectURL = () => `blob:${++blobCount}`;
  URL.revokeObjectURL = () => undefined;
  window.fetch = () => {
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    return Promise.resolve(new Response('', { status }));
  };
});

type TestFieldProps = { kind?: 'icon' | 'screenshot'; first?: string | null; pageImageURL?: string | null };

function TestField({ kind = 'screenshot', first = null, pageImageURL = null }: TestFieldProps) {
  const [imageURL, setImageURL] = useState(first);
  const upload = useImageUpload(imageURL, setImageURL, kind === 'icon' ? 'mark' : 'card');
  return (
    <>
      <ProductImageField
        kind={kind}
        upload={upload}
        imageURL={imageURL}
        pageImageURL={pageImageURL}
        name="Acme"
      />
      <output>{imageURL ?? 'none'}</output>
    </>
  );
}

const box = (name = 'Screenshot (optional)') => screen.getByRole('group', { name });
const isBusy = () => box().querySelector('.animate-spin') !== null;
const shown = () => box().querySelector('img')?.getAttribute('src');
const value = () => screen.getByText(/^(none|\/api\/images\/.*)$/).textContent;
const png = (name = 'shot.png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
const choose = (file: File) =>
  userEvent
    .setup({ applyAccept: false })
    .upload(screen.getByLabelText('Screenshot', { selector: 'input' }), file);
const button = (name: string) => screen.queryByRole('button', { name });

it('uploads a chosen file, shows it at once, and waits until the server has processed it', async () => {
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
  renderScreen(<TestField />);
  expect(shown()).toBeUndefined();
  expect(isBusy()).toBe(false);

  await choose(png());
  expect(await screen.findByText('Uploading …')).toBeInTheDocument();
  expect(isBusy()).toBe(true);
  expect(shown()).toBe('blob:1');
  expect(value()).toBe('none');

  upload.send(ok({ imageURL: uploaded }));
  expect(await screen.findByText(/^Uploaded\. We're processing it/)).toBeInTheDocument();
  expect(value()).toBe(uploaded);
  expect(shown()).toBe('blob:1');
  expect(isBusy()).toBe(true);
  await waitFor(() => expect(shown()).toBe(processed(uploaded)), { timeout: 3_000 });
  expect(isBusy()).toBe(false);
  expect(screen.getByText('The screenshot is ready.')).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toBeInstanceOf(FormData);

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(value()).toBe('none');
  expect(shown()).toBeUndefined();
  expect(button('Choose a screenshot')).toHaveFocus();
});

it('says that the image is ready only while no other one is being uploaded', async () => {
  const upload = held();
  fakeApi({ ...signInOnScreen(), 'POST /user/private/images': () => upload.answer });
  renderScreen(<TestField first={uploaded} />);
  expect(await screen.findByText('The screenshot is ready.')).toBeInTheDocument();
  expect(shown()).toBe(processed(uploaded));

  await choose(png());
  expect(await screen.findByText('Uploading …')).toBeInTheDocument();
  expect(screen.queryByText('The screenshot is ready.')).toBeNull();
  expect(shown()).toBe('blob:1');

  upload.send(refuse(503, 'unavailable', 'The server is resting.'));
  expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
  expect(value()).toBe(uploaded);
});

it('releases the memory of a chosen file that was removed', async () => {
  const released: string[] = [];
  URL.revokeObjectURL = (url) => void released.push(url);
  fakeApi({ ...signInOnScreen(), 'POST /user/private/images': () => ok({ imageURL: uploaded }) });
  renderScreen(<TestField />);
  await choose(png());
  await waitFor(() => expect(value()).toBe(uploaded));
  expect(released).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(released).toEqual(['blob:1']);
});

it('uploads a dropped and a pasted file', async () => {
  const answers = [uploaded, fromPage];
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': () => ok({ imageURL: answers.shift() ?? '' }),
  });
  renderScreen(<TestField />);
  const text = new File(['x'], 'readme.txt', { type: 'text/plain' });
  fireEvent.drop(box(), {
    dataTransfer: { files: [text, png()], types: ['Files'] },
  });
  await waitFor(() => expect(value()).toBe(uploaded));

  const paste = createEvent.paste(document.body, { clipboardData: { files: [png()], types: ['Files'] } });
  fireEvent(document.body, paste);
  expect(paste.defaultPrevented).toBe(true);
  await waitFor(() => expect(value()).toBe(fromPage));
});

it('marks the field while a file is dragged over the page, and keeps the browser from opening the file', () => {
  fakeApi(signInOnScreen());
  renderScreen(<TestField />);
  const isMarked = () => box().querySelector('.bg-tint') !== null;
  const drag = createEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
  fireEvent(document.body, drag);
  expect(drag.defaultPrevented).toBe(true);
  expect(isMarked()).toBe(true);
  fireEvent.dragLeave(document.body, { relatedTarget: null });
  expect(isMarked()).toBe(false);

  const text = createEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'] } });
  fireEvent(document.body, text);
  expect(text.defaultPrevented).toBe(false);
});

it('ignores pasted text, even when an image of it is on the clipboard', () => {
  fakeApi(signInOnScreen());
  renderScreen(<TestField />);
  const clipboardData = { files: [png()], types: ['text/plain', 'Files'] };
  const paste = createEvent.paste(document.body, { clipboardData });
  fireEvent(document.body, paste);
  expect(paste.defaultPrevented).toBe(false);
  expect(value()).toBe('none');
});

it('rejects a file that is not an image, empty or too large, without a request', async () => {
  const api = fakeApi(signInOnScreen());
  renderScreen(<TestField />);
  await choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
  expect(screen.getByRole('alert')).toHaveTextContent("logo.svg isn't an image we can use.");
  expect(box()).toHaveAccessibleDescription(/logo\.svg isn't an image/);
  await choose(png('empty.png', 0));
  expect(screen.getByRole('alert')).toHaveTextContent('empty.png is empty.');
  await choose(png('huge.png', 9 * 1024 * 1024));
  expect(screen.getByRole('alert')).toHaveTextContent('huge.png is 9.0 MiB. The limit is 8 MiB.');
  expect(api.calls()).toEqual([]);
});

it('says why the server rejected an image, and keeps the previous one', async () => {
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': () =>
      refuse(413, 'too_large', 'Too many pixels.', { file: 'That picture has too many pixels.' }),
  });
  renderScreen(<TestField first={uploaded} />);
  await choose(png());
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('That picture has too many pixels.'),
  );
  expect(value()).toBe(uploaded);
  expect(shown()).toBe(processed(uploaded));
});

it('removes an image that turns out to be unreadable or deleted', async () => {
  statuses = [415];
  fakeApi(signInOnScreen());
  renderScreen(<TestField first={uploaded} />);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/can't read that image/));
  expect(value()).toBe('none');
  expect(shown()).toBeUndefined();
});

it("offers the page's image while another one is chosen", async () => {
  fakeApi(signInOnScreen());
  renderScreen(<TestField first={fromPage} pageImageURL={fromPage} />);
  await waitFor(() => expect(shown()).toBe(processed(fromPage)));
  expect(button("Use the page's image")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(screen.getByRole('button', { name: "Use the page's image" }));
  expect(value()).toBe(fromPage);
});

it('shows the tile of the name without an icon, and an icon as lists will show it', async () => {
  fakeApi({ ...signInOnScreen(), 'POST /user/private/images': () => ok({ imageURL: uploaded }) });
  renderScreen(<TestField kind="icon" />);
  const shownIcon = () => box('Icon (optional)').querySelector('img')?.getAttribute('src');
  expect(shownIcon()).toBe(tile);

  await userEvent.upload(screen.getByLabelText('Icon', { selector: 'input' }), png());
  await waitFor(() => expect(shownIcon()).toBe(`${uploaded}/mark.webp`));
});

it('leaves a file to the field that it is dropped on, and any other place to the screenshot', async () => {
  const answers = [uploaded, fromPage];
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': () => ok({ imageURL: answers.shift() ?? '' }),
  });
  renderScreen(
    <>
      <TestField kind="icon" />
      <TestField />
    </>,
  );
  const values = () => screen.getAllByText(/^(none|\/api\/images\/.*)$/).map((output) => output.textContent);
  const drop = (on: Element) => fireEvent.drop(on, { dataTransfer: { files: [png()], types: ['Files'] } });

  drop(box('Icon (optional)').querySelector('img') ?? document.body);
  await waitFor(() => expect(values()).toEqual([uploaded, 'none']));
  drop(document.body);
  await waitFor(() => expect(values()).toEqual([uploaded, fromPage]));
});
