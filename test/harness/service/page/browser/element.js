/** An element with attributes and children. Texts stay texts: nothing is ever read as HTML. */
export function element(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value === true) made.setAttribute(name, '');
		else if (value !== false && value !== null) made.setAttribute(name, String(value));
	}
	made.append(...children.filter((child) => child !== null));
	return made;
}

/** Text that others wrote, in whatever direction it runs. */
export function foreign(text, className = null) {
	return element('bdi', { class: className, dir: 'auto' }, text);
}

/** A moment, which `tellTimes` turns into "2 min ago". */
export function moment(at) {
	return element('time', { 'data-at': at, datetime: new Date(at).toISOString() });
}

/** Says of every moment on the page how long ago it was. */
export function tellTimes(now) {
	for (const time of document.querySelectorAll('time[data-at]')) {
		const text = ago(now - Number(time.dataset.at));
		if (time.textContent !== text) time.textContent = text;
	}
}

const STEPS = [
	[86_400_000, 'day', 'days'],
	[3_600_000, 'h', 'h'],
	[60_000, 'min', 'min'],
	[1000, 's', 's'],
];

function ago(ms) {
	const [size, one, many] = STEPS.find(([least]) => ms >= least) ?? [];
	if (!size || ms < 3000) return 'now';
	const count = Math.floor(ms / size);
	return `${count} ${count === 1 ? one : many} ago`;
}
