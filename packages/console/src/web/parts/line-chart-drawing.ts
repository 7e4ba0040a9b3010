/** The chart library with its style sheet, as a separate chunk that is loaded with the first chart. */
import 'uplot/dist/uPlot.min.css';

export { default as uPlot } from 'uplot';
