import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MenuButton } from '@/components/ui/menu-button';

function renderMenu() {
  const selected: string[] = [];
  const select = (label: string) => ({ label, icon: 'check' as const, onSelect: () => selected.push(label) });
  render(
    <>
      <MenuButton label="Fruit" items={[select('Apple'), select('Banana'), select('Cherry')]}>
        Fruit
      </MenuButton>
      <button>Next</button>
    </>,
  );
  return selected;
}

const button = () => screen.getByRole('button', { name: 'Fruit' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const isOpen = () => screen.queryByRole('menu', { name: 'Fruit' }) !== null;

it.each([
  ['{Enter}', 'Apple'],
  [' ', 'Apple'],
  ['{ArrowDown}', 'Apple'],
  ['{ArrowUp}', 'Cherry'],
])('the key "%s" on the button opens the menu and leads to %s', async (key, name) => {
  renderMenu();
  await userEvent.tab();
  expect(button()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard(key);
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  expect(item(name)).toHaveFocus();
});

it('arrow keys move around both ends, Home and End to them, and letters to an item', async () => {
  renderMenu();
  await userEvent.click(button());
  for (const [key, name] of [
    ['{ArrowDown}', 'Banana'],
    ['{ArrowUp}{ArrowUp}', 'Cherry'],
    ['{ArrowDown}', 'Apple'],
    ['{End}', 'Cherry'],
    ['{Home}', 'Apple'],
    ['b', 'Banana'],
    ['x', 'Banana'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(item(name)).toHaveFocus();
  }
});

it.each(['{Enter}', ' '])(
  'the key "%s" selects the item, closes the menu and returns the focus',
  async (key) => {
    const selected = renderMenu();
    await userEvent.click(button());
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.keyboard(key);
    expect(selected).toEqual(['Banana']);
    expect(isOpen()).toBe(false);
    expect(button()).toHaveFocus();
  },
);

it('Escape, a click outside and a second click close it, and Tab moves on', async () => {
  const selected = renderMenu();
  for (const [leave, focused] of [
    [() => userEvent.keyboard('{Escape}'), 'Fruit'],
    [() => userEvent.click(button()), 'Fruit'],
    [() => userEvent.click(screen.getByRole('button', { name: 'Next' })), 'Next'],
    [() => userEvent.tab(), 'Next'],
  ] as const) {
    await userEvent.click(button());
    expect(isOpen()).toBe(true);
    await leave();
    expect(isOpen()).toBe(false);
    expect(screen.getByRole('button', { name: focused })).toHaveFocus();
  }
  expect(selected).toEqual([]);
});
