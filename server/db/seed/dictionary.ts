import type { Dictionary } from '../dictionary.ts'
import { inAll } from './in-all.ts'

/** The choices that forms offer, until the operator sets others. */
export const dictionary: Dictionary = [
  {
    code: 'education',
    name: 'Education',
    children: [
      { code: 'primary', name: 'Primary school' },
      { code: 'secondary', name: 'Secondary school' },
      { code: 'vocational', name: 'Vocational training' },
      { code: 'bachelor', name: "Bachelor's degree" },
      { code: 'master', name: "Master's degree" },
      { code: 'doctorate', name: 'Doctorate' },
      { code: 'other', name: 'Other education' },
    ],
  },
]

export const dictionaryWords = [
  inAll('Education', 'Pendidikan', 'Pendidikan', 'Học vấn', 'การศึกษา', '学历', 'المستوى التعليمي'),
  inAll('Primary school', 'Sekolah dasar', 'Sekolah rendah', 'Tiểu học', 'ประถมศึกษา', '小学', 'التعليم الابتدائي'),
  inAll('Secondary school', 'Sekolah menengah', 'Sekolah menengah', 'Trung học', 'มัธยมศึกษา', '中学', 'التعليم الثانوي'),
  inAll(
    'Vocational training',
    'Pelatihan kejuruan',
    'Latihan vokasional',
    'Đào tạo nghề',
    'อาชีวศึกษา',
    '职业教育',
    'تدريب مهني',
  ),
  inAll("Bachelor's degree", 'Sarjana (S1)', 'Ijazah sarjana muda', 'Cử nhân', 'ปริญญาตรี', '本科', 'بكالوريوس'),
  inAll("Master's degree", 'Magister (S2)', 'Ijazah sarjana', 'Thạc sĩ', 'ปริญญาโท', '硕士', 'ماجستير'),
  inAll('Doctorate', 'Doktor (S3)', 'Doktor falsafah', 'Tiến sĩ', 'ปริญญาเอก', '博士', 'دكتوراه'),
  inAll('Other education', 'Pendidikan lain', 'Pendidikan lain', 'Học vấn khác', 'การศึกษาอื่น', '其他学历', 'تعليم آخر'),
]
