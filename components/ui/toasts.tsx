import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';

export function Toasts() {
  return (
    <ToastContainer position="bottom-center" theme="dark" autoClose={5000} hideProgressBar newestOnTop />
  );
}
