import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import client from '@/components/ui/next-client';

it('hydrates a page that the server has rendered, and returns its root', async () => {
  const clicked = jest.fn();
  const page = <button onClick={clicked}>Upvote</button>;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const rendered = screen.getByRole('button');

  const root = await act(() => Promise.resolve(client.hydrateRoot(container, page)));
  await userEvent.click(screen.getByRole('button'));

  expect(screen.getByRole('button')).toBe(rendered);
  expect(clicked).toHaveBeenCalledTimes(1);
  await act(() => Promise.resolve(root?.unmount()));
  expect(container).toBeEmptyDOMElement();
});
