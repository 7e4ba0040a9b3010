/** The drawing of charts and its stylesheet: one chunk, fetched with the first chart. */
import 'uplot/dist/uPlot.min.css';

export { default as uPlot } from 'uplot';
