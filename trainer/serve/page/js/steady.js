// Parts of the page that are drawn anew again and again while somebody uses them.

/** From the end of a press to its click, which would be lost if the button were gone by then. In milliseconds. */
const CLICK = 50;

const FIELDS = "button, input, select, [tabindex='0']";

/** A place that is drawn anew: not while something in it is pressed, and what has the keyboard keeps it. */
export class Steady {
  constructor(place) {
    Object.assign(this, { place, pressed: false, later: null });
    place.addEventListener("pointerdown", () => {
      this.pressed = true;
    });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => this.pressed && setTimeout(() => this.release(), CLICK));
    }
  }

  /** Draws now or as soon as nothing is pressed; of several drawings that wait the last. */
  draw(drawing) {
    if (this.pressed) {
      this.later = drawing;
      return;
    }
    const before = this.fields();
    const at = before.indexOf(document.activeElement);
    const words = before[at]?.textContent;
    drawing();
    if (at < 0) return;
    // The same button may have gone to another place.
    const after = this.fields();
    const same = (field) => field?.textContent === words;
    const field = same(after[at]) ? after[at] : (after.find(same) ?? after[at] ?? after.at(-1));
    field?.focus({ preventScroll: true });
  }

  /** Fills the place with these parts. */
  fill(...parts) {
    this.draw(() => this.place.replaceChildren(...parts));
  }

  fields() {
    return [...this.place.querySelectorAll(FIELDS)];
  }

  release() {
    const { later } = this;
    Object.assign(this, { pressed: false, later: null });
    if (later) this.draw(later);
  }
}
