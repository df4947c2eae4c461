import { useEffect } from 'react';
import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';

type ToastsProps = {
  /** Called once toasts are shown: the library drops those that come before, or while React mounts twice. */
  onReady: () => void;
};

export function Toasts({ onReady }: ToastsProps) {
  useEffect(() => {
    const timer = setTimeout(onReady);
    return () => clearTimeout(timer);
  }, [onReady]);

  return <ToastContainer position="bottom-right" theme="dark" autoClose={5000} hideProgressBar newestOnTop />;
}
