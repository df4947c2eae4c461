import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ProductImageField } from '@/components/submissions/product-image-field';
import { useImageUpload } from '@/hooks/use-image-upload';
import { fakeApi, held, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

function TestField() {
  const [imageURL, setImageURL] = useState<string | null>(null);
  const upload = useImageUpload(imageURL, setImageURL, 'card');
  return (
    <>
      <ProductImageField
        kind="screenshot"
        upload={upload}
        imageURL={imageURL}
        pageImageURL={null}
        name="Acme"
      />
      <output>{imageURL ?? 'none'}</output>
    </>
  );
}

it('keeps the image that was chosen last, even when an earlier one is uploaded after it', async () => {
  let blobCount = 0;
  URL.createObjectURL = () => `blob:${++blobCount}`;
  URL.revokeObjectURL = () => undefined;
  window.fetch = () => Promise.resolve(new Response(''));
  const [first, second] = [held(), held()];
  const waiting = [first, second];
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/images': () => waiting.shift()?.answer ?? ok({}),
  });
  renderScreen(<TestField />);
  const choose = (name: string) =>
    userEvent.upload(
      screen.getByLabelText('Screenshot', { selector: 'input' }),
      new File(['png'], name, { type: 'image/png' }),
    );
  await choose('first.png');
  await choose('second.png');

  second.send(ok({ imageURL: `/api/images/${'b'.repeat(22)}` }));
  const kept = await screen.findByText(/^.api.images.b+$/);
  await act(async () => {
    first.send(ok({ imageURL: `/api/images/${'a'.repeat(22)}` }));
    await first.answer;
  });
  expect(kept).toHaveTextContent(/^.api.images.b+$/);
});
