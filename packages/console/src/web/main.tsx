/** Starts the console in the browser. */
import './style/all.css';
import { render } from 'preact';
import { App } from './app';

const root = document.getElementById('console');
if (root !== null) render(<App />, root);
