import { useEffect } from 'react';
import { ToastContainer, type ToastContentProps } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import styles from '@/styles/toasts.module.css';
import { t } from '@/lib/texts/texts';

type ToastsProps = {
  /**
   * Called once toasts can be shown. The library drops earlier ones, and those sent while React mounts twice.
   *
   * @param draw makes the content of a toast with a button.
   */
  onReady: (draw: typeof drawAction) => void;
};

export function Toasts({ onReady }: ToastsProps) {
  useEffect(() => {
    const timer = setTimeout(() => onReady(drawAction));
    return () => clearTimeout(timer);
  }, [onReady]);

  return (
    <div className={styles.toasts}>
      <ToastContainer
        aria-label={t(
          'toasts.notifications',
          'Notifications Alt+T' /* the region of short messages, and the keys that lead there */,
        )}
        position="bottom-right"
        rtl={document.dir === 'rtl'}
        theme="dark"
        autoClose={5000}
        hideProgressBar
        newestOnTop
      />
    </div>
  );
}

type Action = { label: string; name: string; run: () => void };

const drawAction = (message: string, { label, name, run }: Action) =>
  function ToastWithAction({ closeToast }: ToastContentProps) {
    return (
      <p>
        <span>{`${message} · `}</span>
        <button
          type="button"
          aria-label={name}
          onClick={() => {
            run();
            closeToast();
          }}
        >
          {label}
        </button>
      </p>
    );
  };
