import { Pace } from '/tmp/wt/pace16/nodes/SurveyInterview/http/pace';
import { kinds, others, scenes } from '/tmp/wt/pace16/test/pace/scenes';
import { floorOf, simulate } from '/tmp/wt/pace16/test/pace/simulate';
const [name, kind, seed] = process.argv.slice(2);
const found: any = scenes.find((s) => s.name.includes(name!)) ;
const other: any = others.find((s) => s.name.includes(name!));
const scene = found ? { ...found, limits: kinds[kind!]!(found.rate) } : other;
let n = 0;
class Traced extends Pace {
  id = n++;
  counts: Record<number, [number, number, number]> = {};
  started(now: number) { return super.started(now); }
  passed(s: any, now: number) { const c = (this.counts[Math.floor(s.at/500)] ??= [0,0,0]); c[0]++; c[2] = (this as any).quota?.size; super.passed(s, now); }
  reached(s: any, now: number, w?: number) { const c = (this.counts[Math.floor(s.at/500)] ??= [0,0,0]); c[1]++; super.reached(s, now, w); const q=(this as any).quota; c[2]=q?.size; }
}
const all: Traced[] = [];
const out = simulate({ ...scene, seed: Number(seed ?? 1) }, () => { const t = new Traced(); all.push(t); return t; });
console.log(out, floorOf(scene));
const most = Math.ceil(out.ms/500);
for (let i=0;i<=Math.min(most,80);i++) console.log((i/2).toFixed(1).padStart(5), all.map(t=>{const c=t.counts[i]??[0,0,0]; return `ok ${String(c[0]).padStart(3)} no ${String(c[1]).padStart(3)} q ${c[2]??'-'}`}).join('   |  '));
