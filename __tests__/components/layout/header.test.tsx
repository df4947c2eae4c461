import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Header } from '@/components/layout/header';
import { Dialog } from '@/components/ui/dialog';
import { useSearchModal } from '@/hooks/use-search-modal';
import { takeIntendedRedirect } from '@/lib/intended-redirect';
import { renderScreen } from '../../setup/render-screen';

/** Stands for the search modal: only that it opens, with what, and that it gives the focus back. */
function SearchState() {
  const { isOpen, initialQuery, close } = useSearchModal();
  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy="title">
      <h2 id="title">Search</h2>
      <input aria-label="Query" defaultValue={initialQuery} />
    </Dialog>
  );
}

const field = () => screen.getByRole('searchbox', { name: 'Search tools' });
const modal = () => screen.queryByRole('dialog', { name: 'Search' });

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  fireEvent.scroll(window);
}

const isSolid = () => document.querySelector('[data-solid="true"]') !== null;

afterEach(() => scrollTo(0));

it('links the logo to the home page', () => {
  renderScreen(<Header email={null} />);
  expect(screen.getByRole('link', { name: 'Sprig' })).toHaveAttribute('href', '/');
});

it('becomes solid once the page has scrolled 80 pixels, and clear again above', () => {
  renderScreen(<Header email={null} />);
  scrollTo(79);
  expect(isSolid()).toBe(false);
  scrollTo(80);
  expect(isSolid()).toBe(true);
  scrollTo(79);
  expect(isSolid()).toBe(false);
});

it.each([
  ['Submit', '/account/submit'],
  ['Account', '/account/profile?status=approved'],
])('opens the sign-in modal for a visitor who presses %s, and remembers %s', async (name, destination) => {
  const { pushed } = renderScreen(<Header email={null} />);

  await userEvent.click(screen.getByRole('button', { name }));

  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(takeIntendedRedirect()).toBe(destination);
  expect(pushed).toEqual([]);
});

it.each([
  ['Submit', '/account/submit'],
  ['Dashboard', '/account/profile?status=approved'],
])('leads a member who presses %s straight to %s', async (name, destination) => {
  const { pushed } = renderScreen(<Header email="ada@example.com" />);

  await userEvent.click(screen.getByRole('button', { name }));

  expect(pushed).toEqual([destination]);
  expect(screen.queryByText('Sign-in is open')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
});

it('opens the search modal when the field gets the focus, and not again when the modal gives it back', async () => {
  renderScreen(
    <>
      <Header email={null} />
      <SearchState />
    </>,
  );

  await userEvent.click(field());
  expect(modal()).toBeInTheDocument();

  await userEvent.keyboard('{Escape}');
  expect(modal()).toBeNull();
  expect(field()).toHaveFocus();

  await userEvent.click(field());
  expect(modal()).toBeInTheDocument();
});

it('opens the search modal when the field is submitted', async () => {
  renderScreen(
    <>
      <Header email={null} />
      <SearchState />
    </>,
  );
  await userEvent.click(field());
  await userEvent.keyboard('{Escape}');

  fireEvent.submit(field());

  expect(modal()).toBeInTheDocument();
});

it('takes what is typed into the field over to the search modal', async () => {
  renderScreen(
    <>
      <Header email={null} />
      <SearchState />
    </>,
  );
  await userEvent.click(field());
  await userEvent.keyboard('{Escape}');

  await userEvent.keyboard('react');

  expect(screen.getByRole('textbox', { name: 'Query' })).toHaveValue('react');
  expect(field()).toHaveValue('');
});

it('opens the search modal from the button that small screens have', async () => {
  renderScreen(
    <>
      <Header email={null} />
      <SearchState />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(modal()).toBeInTheDocument();
});

it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'])(
  'opens the search modal with the keys %s',
  async (keys) => {
    renderScreen(
      <>
        <Header email={null} />
        <SearchState />
      </>,
    );
    await userEvent.keyboard(keys);
    expect(modal()).toBeInTheDocument();
  },
);

it('leaves a slash alone that is typed into a text field', async () => {
  renderScreen(
    <>
      <input aria-label="Address" />
      <SearchState />
    </>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'a/b');
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('a/b');
  expect(modal()).toBeNull();
});

it('leads to the results page and the account pages without a script', () => {
  renderScreen(<Header email={null} />);
  expect(field().closest('form')).toHaveAttribute('action', '/search');
  expect(field()).toHaveAttribute('name', 'q');
  expect(screen.getByRole('button', { name: 'Submit' }).closest('form')).toHaveAttribute(
    'action',
    '/account/submit',
  );
  expect(screen.getByRole('button', { name: 'Account' }).closest('form')).toHaveFormValues({
    status: 'approved',
  });
});
