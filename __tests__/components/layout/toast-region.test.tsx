import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { showToast } from '@/lib/browser/toasts';

it.each([
  ['lower', 700, 'top-right'],
  ['upper', 20, 'bottom-right'],
])(
  'a toast about a button in the %s half of the screen is in the other half',
  async (half, top, position) => {
    const message = `Kept in the ${half} half`;
    render(
      <>
        <button onClick={() => void showToast('info', message)}>Upvote</button>
        <ToastRegion />
      </>,
    );
    const button = screen.getByRole('button', { name: 'Upvote' });
    Object.assign(button, { getBoundingClientRect: () => ({ top, bottom: top + 40 }) });
    await userEvent.click(button);

    const toast = await screen.findByText(message);
    expect(toast.closest('.Toastify__toast-container')).toHaveClass(`Toastify__toast-container--${position}`);
    expect(toast.closest('.Toastify__toast')).toHaveClass('Toastify__toast--info');
  },
);
