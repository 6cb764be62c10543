import { pluralIn } from '../../plural.ts'
import type { Catalogue } from './catalogue.ts'
import { listIn, paramAmountIn } from './written.ts'

const amount = paramAmountIn('ar')
const list = listIn('ar')
const plural = pluralIn('ar')

export const ar: Catalogue = {
  bad_request: (p) => `تعذّرت قراءة هذا الطلب: ${p['field']}: ${p['problem']}.`,
  session_expired: () => 'يُرجى تسجيل الدخول.',
  permission_denied: () => 'ليس لديك إذن بذلك.',
  unknown_call: () => 'هذا الطلب غير معروف هنا.',
  in_progress: () => 'هذا قيد التنفيذ بالفعل. انتظر لحظة من فضلك.',
  body_too_large: () => 'هذا أكبر من أن يمكن إرساله.',
  key_reused: () => 'سبق إرسال هذا الإجراء بمحتوى آخر.',
  update_required: () => 'يُرجى تحديث التطبيق للمتابعة.',
  too_many_requests: () => 'طلبات كثيرة جدًا. انتظر لحظة من فضلك.',
  internal: () => 'حدث خطأ من جهتنا. لم يتغيّر شيء؛ حاول مرة أخرى من فضلك.',
  unavailable: () => 'الخدمة مشغولة. حاول مرة أخرى بعد قليل من فضلك.',
  not_built: () => 'هذا غير متاح بعد.',
  switched_off: () => 'هذا غير متاح: أوقفه مشغّل هذا الخادم.',
  not_found: () => 'لم يُعثر على المطلوب.',
  redeem_wrong: (p) => `تعذّر استبدال الرمز ${p['code'] ?? ''}: غير معروف أو استُنفد أو انتهت صلاحيته أو استخدمته من قبل.`,
  lucky_balls_needed: (p) =>
    plural(p['balls'], {
      one: 'يستهلك هذا الشراء كرة حظ واحدة.',
      two: 'يستهلك هذا الشراء كرتَي حظ.',
      few: `يستهلك هذا الشراء ${p['balls']} كرات حظ.`,
      other: `يستهلك هذا الشراء ${p['balls']} كرة حظ.`,
    }),
  points_amount_wrong: () => 'عدد النقاط غير صحيح.',
  points_insufficient: () => 'نقاطك لا تكفي لهذا.',
  level_insufficient: (p) => `يتطلّب هذا مستوى العضوية ${p['needed']}؛ مستواك ${p['level']}.`,
  credentials_wrong: () => 'رقم الهاتف أو كلمة المرور غير صحيحة.',
  captcha_wrong: () => 'لم ينجح فحص الأمان. حاول مرة أخرى من فضلك.',
  code_wrong: () => 'رمز التحقق غير صحيح.',
  account_exists: () => 'يوجد حساب بهذا الرقم بالفعل.',
  invite_code_unknown: () => 'رمز الدعوة هذا غير معروف.',
  wait_for_countdown: (p) =>
    `أُرسل رمز للتو. يمكنك طلب رمز آخر بعد ${plural(p['seconds'], {
      one: 'ثانية واحدة',
      two: 'ثانيتين',
      few: `${p['seconds']} ثوانٍ`,
      other: `${p['seconds']} ثانية`,
    })}.`,
  attempts_exhausted: (p) =>
    `محاولات كثيرة جدًا. حاول مرة أخرى بعد ${plural(p['minutes'], {
      one: 'دقيقة واحدة',
      two: 'دقيقتين',
      few: `${p['minutes']} دقائق`,
      other: `${p['minutes']} دقيقة`,
    })}.`,
  stock_gone: () => 'سبقك شخص آخر: لم يعد عدد الوحدات كافيًا. لم يُخصم أي مبلغ.',
  purchase_limit_reached: (p) =>
    `الحد الأقصى لما يمكنك امتلاكه من هذا المنتج ${plural(p['limit'], {
      one: 'وحدة واحدة',
      two: 'وحدتان',
      few: `${p['limit']} وحدات`,
      other: `${p['limit']} وحدة`,
    })}.`,
  balance_insufficient: () => 'الرصيد في هذه المحفظة لا يكفي. لم يُخصم أي مبلغ.',
  order_not_payable: () => 'لم يعد دفع هذا الطلب ممكنًا. ابدأ من جديد من فضلك.',
  coupon_unusable: () => 'لا يمكن استخدام هذه القسيمة هنا.',
  price_changed: () => 'تغيّر السعر. يُرجى الاطلاع على الأرقام الجديدة.',
  already_signed: () => 'سجّلت حضورك لهذا اليوم بالفعل.',
  nothing_to_claim: () => 'لا يوجد ما يمكن استلامه الآن.',
  already_cancelled: () => 'هذا الطلب مُلغى بالفعل.',
  cancellation_window_over: () => 'انتهت المهلة التي كان يمكن فيها إلغاء هذا الطلب.',
  transaction_password_wrong: (p) =>
    `كلمة مرور المعاملات غير صحيحة. ${
      p['left']
        ? plural(p['left'], {
            one: 'بقيت لك محاولة واحدة.',
            two: 'بقيت لك محاولتان.',
            few: `بقيت لك ${p['left']} محاولات.`,
            many: `بقيت لك ${p['left']} محاولة.`,
            other: `بقيت لك ${p['left']} محاولة.`,
          })
        : 'لم تبقَ محاولات في الوقت الحالي: أعد تعيين كلمة المرور برمز أو حاول لاحقًا.'
    }`,
  changed_meanwhile: () => 'تغيّر هذا على جهاز آخر في هذه الأثناء. اختر النسخة التي تريد الاحتفاظ بها.',
  address_limit_reached: (p) =>
    `يمكنك حفظ ${plural(p['limit'], {
      one: 'عنوان واحد',
      two: 'عنوانين',
      few: `${p['limit']} عناوين`,
      many: `${p['limit']} عنوانًا`,
      other: `${p['limit']} عنوان`,
    })} كحدّ أقصى.`,
  deposit_not_offered: () => 'هذه الوديعة غير معروضة الآن: المال المخصّص لفائدتها لا يكفي. لم يُنقل أي مبلغ.',
  deposit_ended: () => 'انتهت هذه الوديعة بالفعل.',
  transaction_password_missing: () => 'يرجى تعيين كلمة مرور المعاملات أولًا: هذا الإجراء يتطلبها.',
  transaction_password_needed: () => 'يرجى إدخال كلمة مرور المعاملات.',
  transaction_password_known: () => 'لديك كلمة مرور معاملات بالفعل. غيّرها بالقديمة أو أعد تعيينها برمز.',
  seal_unreadable: () => 'لم يعد بالإمكان قراءة المحتوى المشفّر. يرجى المحاولة مرة أخرى.',
  card_number_wrong: () => 'رقم البطاقة أو رمز الأمان غير صحيح. يرجى التحقق.',
  card_expired: () => 'انتهت صلاحية هذه البطاقة.',
  card_known: () => 'هذه البطاقة مربوطة بالفعل.',
  card_limit_reached: (p) =>
    `يمكنك ربط ${plural(p['limit'], {
      one: 'بطاقة واحدة',
      two: 'بطاقتين',
      few: `${p['limit']} بطاقات`,
      other: `${p['limit']} بطاقة`,
    })} كحدّ أقصى.`,
  card_bill_open: () => 'لا تزال لهذه البطاقة فاتورة مفتوحة. يرجى سدادها أولًا.',
  card_bill_closed: () => 'هذه الفاتورة مسدّدة بالفعل.',
  budget_used_up: () => 'نفد حاليًا رصيد الحساب الذي يُدفع منه هذا. لم يضِع شيء؛ يرجى المحاولة لاحقًا.',
  not_receivable_yet: () => 'لا يمكن استلام هذا بعد: سيصبح متاحًا فور تمويل الحساب الذي يُدفع منه.',
  contract_not_offered: () => 'لا يعرض المشغّل عليك عقدًا في الوقت الحالي.',
  contract_in_review: () => 'عقدك قيد المراجعة. يمكنك تعديله بعد انتهائها.',
  account_in_use: (p) =>
    `لا يمكن حذف هذا الحساب بعد. ما زال هناك: ${list(p['obstacles'], { wallets: 'مال في محافظك', income: 'دخل لم تستلمه', deposits: 'ودائع لأجل', withdrawals: 'عمليات سحب جارية', pay: 'أجور من عقدك', bills: 'فواتير بطاقات', topUps: 'عمليات شحن جارية' })}. اسحبها أو استلمها أو أنهِها أولًا.`,
  card_unusable: () => 'لا يمكن السحب إلى هذه البطاقة. اختر بطاقة نشطة.',
  amount_out_of_range: (p) => `يجب أن يكون المبلغ من ${amount(p, 'least')} إلى ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `ما زال بإمكانك سحب ${amount(p, 'left')} اليوم.`,
  top_up_limit_reached: (p) =>
    `عدد عمليات الشحن المفتوحة بلغ ${p['limit']}. أكمل واحدة منها أو انتظر حتى تنتهي مهلة إحداها.`,
  rail_unavailable: () => 'طريقة الشحن هذه غير متاحة الآن. اختر طريقة أخرى.',
}
